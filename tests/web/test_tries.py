"""Try a page: dropped as a file, or fetched by its address."""

from specdex.runs import Run

KETTLE = """<html><head><title>K1</title></head><body><h1>K1</h1><table>
<tr><th>Power</th><td>2200 W</td></tr><tr><th>Capacity</th><td>1.7 l</td></tr>
<tr><th>Colour</th><td>red</td></tr><tr><th>Weight</th><td>1.2 kg</td></tr></table></body></html>"""


def test_a_dropped_file_is_read_and_kept(page, own_site, tmp_path, shot, readable):
    saved = tmp_path / "my kettle.html"
    saved.write_text(KETTLE)
    page.goto(f"{own_site}/try")
    page.get_by_label("Saved pages").set_input_files(saved)
    page.get_by_role("button", name="Read", exact=True).click()
    assert page.get_by_role("heading", level=1).inner_text() == "K1"
    assert page.locator("tr", has_text="2200 W").is_visible()
    shot("try")
    readable()
    with Run(tmp_path / "tried-run") as run:
        assert [each.url for each in run.pages()] == ["file:my kettle.html"]


def test_several_files_are_listed(page, own_site, tmp_path):
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_text(KETTLE)
    page.goto(f"{own_site}/try")
    page.get_by_label("Saved pages").set_input_files([tmp_path / "a.html", tmp_path / "b.html"])
    page.get_by_role("button", name="Read", exact=True).click()
    assert page.get_by_role("status").inner_text() == "2 pages were kept."
    assert page.locator("tbody th").all_inner_texts() == ["file:a.html", "file:b.html"]


def test_a_folder_is_taken_whole(page, own_site, tmp_path):
    (tmp_path / "saved" / "more").mkdir(parents=True)
    for name in ("a.html", "more/b.html"):
        (tmp_path / "saved" / name).write_text(KETTLE)
    page.goto(f"{own_site}/try")
    page.get_by_label("Or a folder").set_input_files(tmp_path / "saved")
    page.get_by_role("button", name="Read", exact=True).click()
    assert page.get_by_role("status").inner_text() == "2 pages were kept."


def test_a_file_that_is_dropped_is_read_at_once(page, own_site):
    page.goto(f"{own_site}/try")
    page.evaluate(
        """(text) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "dropped.html", { type: "text/html" }));
            const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
            document.querySelector("[data-drop]").dispatchEvent(event);
        }""",
        KETTLE,
    )
    page.wait_for_url("**url=file%3Adropped.html")
    assert page.get_by_role("heading", level=1).inner_text() == "K1"


def token_of(client):
    return client.app.state.token


def post(client, **sent):
    return client.post("/try/page", **sent)


def test_a_name_never_leads_to_a_path(client, tmp_path):
    files = {"file": ("../../../evil/../a.html", KETTLE)}
    answer = post(client, data={"token": token_of(client)}, files=files, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].endswith("url=file%3Aa.html")
    assert {each.name for each in tmp_path.iterdir()} == {"kettle-run", "tried-run"}


def test_nothing_and_nonsense_are_told(client):
    token = token_of(client)
    for sent in ({"address": ""}, {"address": "javascript:alert(1)"}, {"address": "http://"}):
        answer = post(client, data={"token": token, **sent})
        assert answer.status_code == 400
        assert 'role="alert"' in answer.text
    answer = post(client, data={"token": token}, files={"file": ("a.warc", b"\x00\x01\x02")})
    assert answer.status_code == 400


def test_an_address_of_this_network_is_not_fetched(client):
    answer = post(client, data={"token": token_of(client), "address": "http://127.0.0.1:9/x"})
    assert answer.status_code == 400
    assert "cannot be had" in answer.text
