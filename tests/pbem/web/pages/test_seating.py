from __future__ import annotations

from tests.pbem.web.pages.site import Site, dump


def test_it_works(site: Site) -> None:
    match = site.open_match(["Ann"], seats=2)
    bob = site.visit("Bob")
    assert "1 of 2 seats taken" in bob.get(f"/matches/{match}").text
    bob.send(bob.form(f"/matches/{match}/places"))
    page = bob.follow().text
    assert "You have a seat." in page
    assert "LORDS OF SCOTLAND" in page
    assert site.state(match) == "running"


def test_a_form_sent_twice_takes_one_seat(site: Site) -> None:
    match = site.open_match(["Ann"], seats=3)
    bob = site.visit("Bob")
    bob.get(f"/matches/{match}")
    form = bob.form(f"/matches/{match}/places")
    bob.send(form)
    after = dump()
    assert bob.send(form).status_code == 303
    assert dump() == after


def test_a_seat_can_be_given_up_before_the_match_begins(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"], seats=3)
    bob = site.visit("Bob")
    bob.get(f"/matches/{match}")
    form = bob.form(f"/matches/{match}/departure")
    bob.send(form)
    assert "You have given up your seat." in bob.follow().text
    after = dump()
    assert bob.send(form).status_code == 303
    assert dump() == after
    assert "1 of 3 seats taken" in bob.get(f"/matches/{match}").text


def test_once_it_has_begun_seats_are_kept(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"], seats=3)
    bob = site.visit("Bob")
    bob.get(f"/matches/{match}")
    form = bob.form(f"/matches/{match}/departure")
    carl = site.visit("Carl")
    carl.get(f"/matches/{match}")
    carl.send(carl.form(f"/matches/{match}/places"))
    page = bob.send(form)
    assert (page.status_code, "The match has begun" in page.text) == (409, True)


def test_who_comes_too_late_is_told_so(site: Site) -> None:
    match = site.open_match(["Ann"], seats=2)
    bob, carl = site.visit("Bob"), site.visit("Carl")
    for browser in (bob, carl):
        browser.get(f"/matches/{match}")
    forms = [browser.form(f"/matches/{match}/places") for browser in (bob, carl)]
    bob.send(forms[0])
    page = carl.send(forms[1])
    assert (page.status_code, "All seats of this match are taken" in page.text) == (409, True)


def test_the_last_one_out_closes_the_match(site: Site) -> None:
    match = site.open_match(["Ann"], seats=2, access="private", invite=["bob@example.org"])
    ann = site.visit("Ann")
    ann.get(f"/matches/{match}")
    ann.send(ann.form(f"/matches/{match}/departure"))
    assert ann.follow().status_code == 200
    assert site.state(match) == "over"


def test_an_invited_stranger_comes_from_the_letter_to_a_seat(site: Site) -> None:
    match = site.open_match(["Ann"], seats=2, access="private", invite=["dina@example.org"])
    link = f"/matches/{match}?invitation={site.invitation(match)}"
    dina = site.browser()
    page = dina.get(link)
    assert page.status_code == 200
    assert "Sign in to take a seat" in page.text
    to_sign_in = page.text.partition('class="button" href="')[2].partition('"')[0].replace("&amp;", "&")
    dina.get(to_sign_in)
    dina.send(dina.form("/sign-in"), email="other.address@example.org", name="Dina")
    dina.follow()
    dina.send(dina.form("/sign-in/code"), code=site.code("other.address@example.org"))
    page = dina.follow()
    assert page.request.path == f"/matches/{match}"
    dina.send(dina.form(f"/matches/{match}/places"))
    assert "LORDS OF SCOTLAND" in dina.follow().text
    assert site.state(match) == "running"


def test_a_wrong_invitation_opens_nothing(site: Site) -> None:
    match = site.open_match(["Ann"], seats=2, access="private", invite=["dina@example.org"])
    carl = site.visit("Carl")
    assert carl.get(f"/matches/{match}?invitation=wrong").status_code == 404
    carl.get("/matches")
    token = dict(carl.form("/sign-out").fields)["csrf_token"]
    before = dump()
    for invitation in ("", "wrong"):
        page = carl.client.post(
            f"/matches/{match}/places", data={"csrf_token": token, "invitation": invitation}
        )
        assert page.status_code == 404
    assert dump() == before
