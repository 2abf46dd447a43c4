#!/usr/bin/python3
"""Rebuilds the sample library: stems, manifest, featured track, covers. See README.md beside this file."""
import argparse
import glob
import json
import os
import shutil
import subprocess
import tempfile
from multiprocessing import Pool

import featured
import stems
from scripts import read_script
from tunes import TUNES

TOOLS = os.path.dirname(os.path.abspath(__file__))


def build(job):
    kind, argument, work, library = job
    if kind == "featured":
        return featured.build(work, f"{library}/featured-new-britain.mp3")
    builder = stems.StemBuilder(work, f"{library}/stems")
    if kind == "tune":
        return [builder.tune(argument, TUNES[argument])]
    return builder.pads() if kind == "pads" else builder.narration(argument)


def manifest_of(scripts, made):
    ordered = {stem["name"]: stem for stem in sorted(made, key=lambda stem: stem["name"])}
    tracks = {}
    for script in scripts:
        names, sections = iter(name for name in ordered if name.rpartition("-")[0] == script.slug), {}
        for section in script.sections:
            sections[section.name] = {"name": section.name, "reference": section.reference,
                                      "stems": [next(names) for _ in section.sentences]}
        tracks[script.slug] = {
            "pause": f"pad-{round(script.pause * 10):03d}",
            "music": [f"music-{tune}" for tune in script.music],
            "sections": [sections[name] for name in script.order],
        }
    return {
        "format": {"sampleRate": stems.STEM_RATE, "bitrate": stems.BITRATE * 1000,
                   "samplesPerFrame": stems.FRAME_SAMPLES, "frameBytes": stems.FRAME_BYTES,
                   "gridFrames": stems.GRID, "voiceLeadSeconds": stems.VOICE_LEAD},
        "tracks": tracks,
        "stems": ordered,
    }


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--library", default=os.path.dirname(TOOLS), help="folder to write to")
    options.add_argument("--work", default=os.path.join(tempfile.gettempdir(), "sample-library"),
                         help="folder for intermediate sound; kept, so a second run is quick")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    options = options.parse_args()
    scripts = [read_script(path) for path in sorted(glob.glob(f"{os.path.dirname(TOOLS)}/texts/*.txt"))]
    shutil.rmtree(f"{options.library}/stems", ignore_errors=True)
    stems.StemBuilder(options.work, f"{options.library}/stems")          # bed and drone, before the workers need them
    jobs = [("featured", None), *(("narration", script) for script in scripts),
            *(("tune", name) for name in TUNES), ("pads", None)]
    with Pool(options.jobs) as pool:
        made = pool.map(build, [(*job, options.work, options.library) for job in jobs], chunksize=1)
    manifest = manifest_of(scripts, [stem for group in made[1:] for stem in group])
    with open(f"{options.library}/manifest.json", "w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=1, ensure_ascii=False)
        file.write("\n")
    subprocess.run(["node", f"{TOOLS}/covers.ts", f"{options.library}/covers"], check=True)
    frames = sum(stem["frames"] for stem in manifest["stems"].values())
    print(f"{len(manifest['stems'])} stems, {frames * stems.FRAME_BYTES / 1e6:.2f} MB, "
          f"and {os.path.getsize(made[0]) / 1e6:.2f} MB featured")


if __name__ == "__main__":
    main()
