#!/usr/bin/env python3
"""Rebuilds the sample library: stems, manifest, featured track. See README.md beside this file."""
import argparse
import filecmp
import glob
import json
import os
import shutil
import sys
import tempfile
from multiprocessing import Pool

import featured
import plan
import stems
from recording import Recordings
from scripts import read_script
from tunes import TUNES

TOOLS = os.path.dirname(os.path.abspath(__file__))


def build(job):
    kind, argument, options = job
    if kind == "featured":
        return featured.build(options.work, f"{options.library}/featured-new-britain.mp3")
    recordings = Recordings(options.recordings) if options.recordings else None
    builder = stems.StemBuilder(options.work, f"{options.library}/stems", recordings)
    if kind == "tune":
        return builder.tune(argument)
    return builder.quiet_pieces() if kind == "quiet" else builder.narration(argument)


def manifest_of(scripts, made):
    ordered = {stem["name"]: stem for stem in sorted(made, key=lambda stem: stem["name"])}
    tracks = {}
    for script in scripts:
        sections = {section.name: {"name": section.name, "reference": section.reference,
                                   "stem": f"{script.slug}-{section.name.replace(' ', '-')}"}
                    for section in script.sections}
        tracks[script.slug] = {"minutes": script.minutes, "music": script.music, "sections": [sections[name] for name in script.order]}
    return {
        "format": {"sampleRate": stems.STEM_RATE, "bitrate": stems.SPEECH_KBPS * 1000,
                   "samplesPerFrame": stems.FRAME_SAMPLES,
                   "frameBytes": 72 * stems.SPEECH_KBPS * 1000 // stems.STEM_RATE},
        "tracks": tracks,
        "stems": ordered,
    }


def compare(script, options):
    made = stems.StemBuilder(options.work, f"{options.work}/compared").narration(script)
    with open(f"{options.library}/manifest.json", encoding="utf-8") as file:
        here = json.load(file)["stems"]
    other = [stem["name"] for stem in made if here[stem["name"]] != stem or not filecmp.cmp(
        f"{options.library}/stems/{stem['name']}.mp3", f"{options.work}/compared/{stem['name']}.mp3", shallow=False)]
    print(f"{script.slug}: {len(made) - len(other)} of {len(made)} stems are the same", *other, sep="\n")
    sys.exit(1 if other else 0)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--library", default=os.path.dirname(TOOLS), help="folder to write to")
    options.add_argument("--work", default=os.path.join(tempfile.gettempdir(), "sample-library"),
                         help="folder for intermediate sound")
    options.add_argument("--recordings", help="folder with <slug>.wav: texts read by a person, used instead of the voice")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    options.add_argument("--compare", metavar="SLUG", help="makes the stems of one text in the work folder and compares them with those "
                         "that are here, byte for byte; writes nothing here")
    options = options.parse_args()
    scripts = [read_script(path) for path in sorted(glob.glob(f"{os.path.dirname(TOOLS)}/texts/*.txt"))]
    if options.compare:
        return compare(next(script for script in scripts if script.slug == options.compare), options)
    shutil.rmtree(f"{options.library}/stems", ignore_errors=True)
    os.makedirs(f"{options.work}/music", exist_ok=True)
    jobs = [("featured", None), *(("narration", script) for script in scripts),
            *(("tune", name) for name in TUNES), ("quiet", None)]
    with Pool(options.jobs) as pool:
        made = pool.map(build, [(*job, options) for job in jobs], chunksize=1)
    manifest = manifest_of(scripts, [stem for group in made[1:] for stem in group])
    plan.plan(manifest)
    with open(f"{options.library}/manifest.json", "w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=1, ensure_ascii=False)
        file.write("\n")
    size = sum(stem["bytes"] for stem in manifest["stems"].values())
    print(f"{len(manifest['stems'])} stems, {size / 1e6:.2f} MB, and {os.path.getsize(made[0]) / 1e6:.2f} MB featured")


if __name__ == "__main__":
    main()
