#!/usr/bin/env python3
"""Measures assembled tracks as a listener gets them: length, decoding, loudness, true peak, clicks where parts join,
the quality of the speech (DNSMOS p808), and whether every word is said when the timings say so.

    node install.ts <folder>  and then  check.py <folder> [slug ...]
"""
import json
import os
import re
import subprocess
import sys

import numpy as np
from scipy import signal
from scipy.ndimage import maximum_filter1d
from speechmos import dnsmos

import alignment

LIBRARY = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STEM_RATE, FRAME_SAMPLES = 24000, 576
LOUDNESS, LOUDNESS_ERROR, TRUE_PEAK = -18, .7, -1
CLICK = 12                    # crest of a click in the second difference; music and speech stay well below
P808, TIMING_ERROR = 3.3, .15
GATE = 16                     # dB under the sentence at which the bed is shut out, where the recogniser takes it for a word
SECOND_WORD_WITHIN = .6       # seconds after the start, where the recogniser cannot tell the first word from the music
P808_WINDOW = 9.01            # seconds DNSMOS listens to at a time


def run(*command):
    return subprocess.run(command, capture_output=True, check=True)


def duration(path):
    return float(run("ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path).stdout)


def loudness(path):
    """Integrated loudness in LUFS and true peak in dB."""
    report = run("ffmpeg", "-hide_banner", "-nostats", "-i", path, "-af", "ebur128=peak=true", "-f", "null", "-")
    summary = report.stderr.decode().rpartition("Summary:")[2]
    return [float(re.search(rf"{name}:\s+(-?[\d.]+)", summary).group(1)) for name in ("I", "Peak")]


def decoded(path, rate):
    result = run("ffmpeg", "-v", "error", "-i", path, "-map", "0:a", "-f", "f32le", "-ac", "1", "-ar", str(rate), "-")
    assert not result.stderr, result.stderr.decode()
    return np.frombuffer(result.stdout, "<f4").astype(float)


def crest_at(sound, joins):
    """Greatest second difference at the joins against its surroundings, and what is heard there, in dB."""
    bend, window = np.abs(np.diff(sound, 2)), int(.1 * STEM_RATE)
    # the floor is what 16 bits cannot tell from silence
    usual = np.sqrt(signal.oaconvolve(bend ** 2, np.ones(window) / window, "same").clip(2e-9))
    spans = [slice(max(0, join * FRAME_SAMPLES - 64), join * FRAME_SAMPLES + FRAME_SAMPLES + 700) for join in joins]
    return (max((bend / usual)[span].max() for span in spans),
            20 * np.log10(max(np.abs(sound[span]).max() for span in spans) + 1e-9))


def speech_quality(sound, cues):
    """DNSMOS p808 of everything from the first word of a passage to its last, bed and all; mean over nine seconds each."""
    passages = []
    for cue in cues:
        if passages and cue["start"] - passages[-1][1] < 2:
            passages[-1][1] = cue["end"]
        else:
            passages.append([cue["start"], cue["end"]])
    said = np.concatenate([sound[int(start * alignment.RATE):int(end * alignment.RATE)] for start, end in passages])
    size = int(P808_WINDOW * alignment.RATE)
    windows = [said[at:at + size] for at in range(0, len(said) - size + 1, size)]
    return [float(dnsmos.run(np.clip(window, -1, 1).astype(np.float32), alignment.RATE)["p808_mos"]) for window in windows]


def gated(sound):
    """Silence wherever nobody speaks, with 60 ms around each sound so that no soft beginning is lost."""
    window = int(.02 * alignment.RATE)
    level = np.sqrt(np.convolve(sound ** 2, np.ones(window) / window, "same"))
    is_loud = level > np.sqrt((sound ** 2).mean()) * 10 ** (-GATE / 20)
    return sound * maximum_filter1d(is_loud.astype(float), int(.12 * alignment.RATE))


def without_bass(sound):
    """Without the deep notes of the bed; a telephone leaves them out too."""
    return signal.sosfilt(signal.butter(4, [350, 3800], "band", fs=alignment.RATE, output="sos"), sound)


# seconds around a sentence, and how it is given to the recogniser: its slips differ, a wrong time would show in all
HEARINGS = [(.8, np.asarray), (.8, gated), (.5, gated), (.5, np.asarray), (.3, gated), (.5, without_bass),
            (.3, without_bass), (.2, gated)]


def timing(sound, cues, aligner):
    """By how much the first word of each sentence is off, and the sentences in which a word was not found."""
    errors, lost = [], []
    for index, cue in enumerate(cues):
        words = alignment.words_of(cue["text"])
        before = cues[index - 1]["end"] if index else 0
        after = cues[index + 1]["start"] if index + 1 < len(cues) else len(sound) / alignment.RATE
        heard, second = [], None
        for around, hear in HEARINGS:
            start = max(cue["start"] - around, (before + cue["start"]) / 2)
            end = min(cue["end"] + around, (after + cue["end"]) / 2)
            found = aligner.align(hear(sound[int(start * alignment.RATE):int(end * alignment.RATE)]), words)
            # a word that begins where the sound does has swallowed the music before it
            if found is None:
                aligner = alignment.Aligner()     # it adapts to what it heard last, which was not to be heard well
                continue
            second = start + found[min(1, len(found) - 1)][1] - cue["start"]
            if found[0][1] > .01:
                heard.append(abs(start + found[0][1] - cue["start"]))
                if heard[-1] <= TIMING_ERROR:
                    break
        if heard:
            errors.append((min(heard), cue["text"]))
        elif second is not None and 0 < second < SECOND_WORD_WITHIN:
            print(f"only its second word can be placed, {second:.2f} s in: {cue['text']}", file=sys.stderr)
        else:
            lost.append(cue["text"])
    return errors, lost


def main(folder, *only):
    told = json.load(open(f"{folder}/tracks.json", encoding="utf-8"))
    aligner, wrong = alignment.Aligner(), []

    def expect(is_so, what):
        if not is_so:
            wrong.append(what)

    print("| track | seconds | LUFS | true peak dB | crest at joins | dB at joins | p808 mean | p808 worst | sentences | "
          "words found | timing error, mean | greatest |\n|" + "---|" * 12)
    for slug, track in sorted(told.items()):
        if only and slug not in only:
            continue
        path, cues = f"{folder}/{slug}.mp3", track["cues"]
        seconds, (level, peak) = duration(path), loudness(path)
        expect(abs(level - LOUDNESS) <= LOUDNESS_ERROR and peak <= TRUE_PEAK, f"{slug}: {level} LUFS, {peak} dB")
        if not cues:
            print(f"| {slug} | {seconds:.3f} | {level:.1f} | {peak:.1f} |" + " - |" * 8)
            continue
        sound = decoded(path, STEM_RATE)
        expect(abs(len(sound) / STEM_RATE - track["seconds"]) < .001 and abs(seconds - track["seconds"]) < .05,
               f"{slug}: lasts {seconds}, decoded {len(sound) / STEM_RATE}")
        crest, loud = crest_at(sound, track["joins"])
        expect(crest < CLICK, f"{slug}: a click")
        heard = decoded(path, alignment.RATE)
        quality = speech_quality(heard, cues)
        expect(np.mean(quality) >= P808, f"{slug}: p808 {np.mean(quality):.2f}")
        errors, lost = timing(heard, cues, aligner)
        for text in lost:
            expect(False, f"{slug}: not found: {text}")
        for error, text in errors:
            expect(error <= TIMING_ERROR, f"{slug}: {error:.2f} s: {text}")
        off, count = [error for error, _ in errors], sum(len(alignment.words_of(cue["text"])) for cue in cues)
        missing = sum(len(alignment.words_of(text)) for text in lost)
        print(f"| {slug} | {seconds:.3f} | {level:.1f} | {peak:.1f} | {crest:.1f} | {loud:.0f} | {np.mean(quality):.2f} | "
              f"{min(quality):.2f} | {len(cues)} | {count - missing} of {count} | {np.mean(off):.3f} | {max(off):.3f} |",
              flush=True)
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
