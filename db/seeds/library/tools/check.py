#!/usr/bin/python3
"""Measures assembled tracks: length, decoding, loudness, true peak, and the seams between stems.

    node install.ts <folder>  and then  check.py <folder>
"""
import json
import os
import re
import subprocess
import sys

import numpy as np
from scipy import signal

LIBRARY = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(*command):
    return subprocess.run(command, capture_output=True, check=True)


def duration(path):
    found = run("ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path)
    return float(found.stdout)


def loudness(path):
    """Integrated loudness in LUFS and true peak in dB."""
    report = run("ffmpeg", "-hide_banner", "-nostats", "-i", path, "-af", "ebur128=peak=true", "-f", "null", "-")
    summary = report.stderr.decode().rpartition("Summary:")[2]
    return [float(re.search(rf"{name}:\s+(-?[\d.]+)", summary).group(1)) for name in ("I", "Peak")]


def decoded(path, rate):
    result = run("ffmpeg", "-v", "error", "-i", path, "-f", "f32le", "-ac", "1", "-ar", str(rate), "-")
    assert not result.stderr, result.stderr.decode()
    return np.frombuffer(result.stdout, "<f4").astype(float)


def seams(sound, joins, form):
    """Crest of the second difference at the joins and 0.3 s before them: a click would stand out (12 and more)."""
    rate, frame = form["sampleRate"], form["samplesPerFrame"]
    bend = np.abs(np.diff(sound, 2))
    window = int(.1 * rate)
    usual = np.sqrt(signal.fftconvolve(bend ** 2, np.ones(window) / window, "same").clip(1e-14))
    crest = bend / usual

    def peak(shift):
        return max(crest[join * frame + shift - 64:join * frame + shift + frame + 700].max() for join in joins)

    return peak(0), peak(-int(.3 * rate))


def main(folder):
    manifest = json.load(open(f"{LIBRARY}/manifest.json", encoding="utf-8"))
    rate = manifest["format"]["sampleRate"]
    joins = json.load(open(f"{folder}/joins.json"))
    print("| track | seconds | LUFS | true peak dB | crest at seams | 0.3 s before |\n|---|---|---|---|---|---|")
    for name in sorted(file for file in os.listdir(folder) if file.endswith(".mp3")):
        path, slug = f"{folder}/{name}", name.removesuffix(".mp3")
        sound = decoded(path, rate)
        at, before = seams(sound, joins[slug], manifest["format"]) if joins[slug] else (0, 0)
        level, peak = loudness(path)
        assert abs(level + 18) <= 1 and peak <= -1, path
        assert not joins[slug] or abs(len(sound) / rate - duration(path)) < 0.001, path
        crests = f"{at:.2f} | {before:.2f}" if joins[slug] else "- | -"
        print(f"| {slug} | {duration(path):.3f} | {level:.1f} | {peak:.1f} | {crests} |")


if __name__ == "__main__":
    main(sys.argv[1])
