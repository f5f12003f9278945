"""`python -m pbem` is the same as `pbem`."""

from pbem.cli import main

main()
