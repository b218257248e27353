import json
import lzma

from click.testing import CliRunner

from benchmarks.quantities.command import Label, normalised, quantities_command


def test_exact_forms_and_like_ones_are_told_apart():
    labels = [
        Label("Capacity", ["300-GB"], "300 Gigabytes"),
        Label("Capacity", ["301 GB"], "300 Gigabytes"),
        Label("Capacity", ["2 TB"], "300 Gigabytes"),
        Label("Ports", [], "2"),
    ]
    assert normalised(labels) == {"exact": 0.25, "like": 0.5, "apart": 1.0}


def test_labels_of_one_form_are_not_apart():
    labels = [Label("Weight", ["1 kg"], "1 kg"), Label("Weight", ["1 kg"], "1000 g")]
    assert normalised(labels)["apart"] == 0.5


def test_open_and_blind_products_stand_side_by_side(tmp_path):
    def line(kind, offer, value):
        scores = {"Weight": {value: 1}, "Part Number": {"1": 1}, "Ports": {"n/a": 1}}
        row = {"labels": kind, "id": offer, "cluster_id": offer, "target_scores": scores}
        return json.dumps(row)

    rows = [line("final", n, f"{n} kg") for n in range(8)]
    rows += [line("normalized", n, f"{n}000 grams") for n in range(8)]
    specs = json.dumps({"attributes": {"Weight": ["1 kg", "2 kg"], "Colour": "red"}})
    for name, text in (
        ("join/pave.jsonl.xz", "\n".join(rows)),
        ("alaska/monitor-specs.jsonl.xz", specs),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with lzma.open(path, "wt") as stream:
            stream.write(text + "\n")
    found = CliRunner().invoke(quantities_command, ["--data", str(tmp_path), "--json"])
    assert found.exit_code == 0, found.output
    told = {row["part"]: row for row in map(json.loads, found.output.splitlines())}
    assert told["open"]["exact"] == told["blind"]["exact"] == 1.0
    assert told["speed"]["values_a_second"] > 0
