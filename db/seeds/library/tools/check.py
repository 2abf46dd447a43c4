#!/usr/bin/env python3
"""Measures assembled tracks as a listener gets them: length, decoding, loudness, true peak, clicks where parts join,
the quality of the speech (DNSMOS p808), and whether every word is spoken at its time.

    node install.ts <folder>  and then  check.py <folder> [slug ...]
"""
import json
import os
import re
import subprocess
import sys
from typing import NamedTuple

import numpy as np
from scipy import signal
from scipy.ndimage import maximum_filter1d
from speechmos import dnsmos

import alignment

LIBRARY = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STEM_RATE, FRAME_SAMPLES = 24000, 576
LOUDNESS, LOUDNESS_ERROR, TRUE_PEAK = -16, .7, -1
CLICK = 12                    # crest of a click in the second difference; music and speech stay well below
P808, TIMING_ERROR = 3.3, .15
GATE = 16                     # dB below the sentence's level; quieter sound is muted, or the aligner takes music for a word
WORD_SCORE = -9.5             # words with a lower score (alignment.py) are compared with other words (rivals)
BY_SENTENCE = .01             # largest share of words that lose this comparison, so that only the sentence's score counts
NOTICED = .95                 # least share of sentences that must score worse when one word is exchanged
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
    """Greatest second difference at the joins, relative to its surroundings, and the peak level there in dB."""
    bend, window = np.abs(np.diff(sound, 2)), int(.1 * STEM_RATE)
    # The lower bound is the quantisation noise of 16 bits.
    usual = np.sqrt(signal.oaconvolve(bend ** 2, np.ones(window) / window, "same").clip(2e-9))
    spans = [slice(max(0, join * FRAME_SAMPLES - 64), join * FRAME_SAMPLES + FRAME_SAMPLES + 700) for join in joins]
    return (max((bend / usual)[span].max() for span in spans),
            20 * np.log10(max(np.abs(sound[span]).max() for span in spans) + 1e-9))


def speech_quality(sound, cues):
    """DNSMOS p808 of the passages with speech, including their music, for each window of nine seconds."""
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
    """Mutes the music between spoken words; keeps 60 ms around each sound, so that no soft beginning is lost."""
    window = int(.02 * alignment.RATE)
    level = np.sqrt(np.convolve(sound ** 2, np.ones(window) / window, "same"))
    is_loud = level > np.sqrt((sound ** 2).mean()) * 10 ** (-GATE / 20)
    return sound * maximum_filter1d(is_loud.astype(float), int(.12 * alignment.RATE))


def gated_treble(sound):
    """Like `gated`, in the frequency band of a telephone, without the low notes of the music."""
    return gated(signal.sosfilt(signal.butter(4, [350, 3800], "band", fs=alignment.RATE, output="sos"), sound))


# Seconds around a sentence, and its preparation. The aligner's random errors differ between them; a wrong time stays wrong.
HEARINGS = [(.8, np.asarray), (.5, gated), (.3, gated), (.5, gated_treble)]
RIVALS = 12                   # other words that a doubted word must fit better than


class Checked(NamedTuple):
    text: str
    error: float                  # seconds by which the first word is off
    words: list[alignment.Word]
    hearing: int
    doubted: list[str]            # words with a low score
    missing: list[str]            # doubted words where another word of the text fits better
    control: float                # score of a wrong word in place of a random one
    is_noticed: bool              # whether the sentence scores worse with the wrong word


def hear(sound, cues, index, aligner, vocabulary):
    """Result of the first preparation in which the sentence is complete and in time, else of the one closest to that."""
    cue, heard = cues[index], []
    words = alignment.words_of(cue["text"])
    before = cues[index - 1]["end"] if index else 0
    after = cues[index + 1]["start"] if index + 1 < len(cues) else len(sound) / alignment.RATE
    for number, (around, prepare) in enumerate(HEARINGS):
        start = max(cue["start"] - around, (before + cue["start"]) / 2)
        end = min(cue["end"] + around, (after + cue["end"]) / 2)
        part = prepare(sound[int(start * alignment.RATE):int(end * alignment.RATE)])
        found = aligner.align(part, words)
        if found is None:
            continue
        score = alignment.mean_score(found)

        def with_another(place, other):
            changed = aligner.align(part, [*words[:place], other, *words[place + 1:]])
            return (alignment.mean_score(changed), changed[place].score) if changed else (-np.inf, -np.inf)

        doubted = [place for place, word in enumerate(found) if word.score < WORD_SCORE]
        missing = [words[place] for place in doubted if any(
            with_another(place, rival)[0] >= score for rival in rivals(words, place, vocabulary)[:RIVALS])]
        random = np.random.default_rng(index)
        place = int(random.integers(len(words)))
        exchanged, control = with_another(place, str(random.choice(rivals(words, place, vocabulary))))
        heard.append(Checked(cue["text"], abs(start + found[0].start - cue["start"]), found, number,
                             [words[place] for place in doubted], missing, control, exchanged < score))
        if is_right(heard[-1]):
            break
    return min(heard, key=lambda one: (not is_right(one), one.error), default=None)


def is_right(one):
    return one.error <= TIMING_ERROR and not one.missing


def rivals(words, place, vocabulary):
    """Other words of the text that do not occur in the sentence, those of similar length first."""
    return sorted((word for word in vocabulary if word not in words), key=lambda word: abs(len(word) - len(words[place])))


def main(folder, *only):
    told = json.load(open(f"{folder}/tracks.json", encoding="utf-8"))
    aligner, wrong = alignment.Aligner(), []

    def expect(is_so, what):
        if not is_so:
            wrong.append(what)

    print("| track | seconds | LUFS | true peak dB | crest at joins | dB at joins | p808 mean | p808 worst | sentences | words | "
          "by rivals | by sentence | timing error, mean | greatest | heard again | exchanged: noticed | by score |\n|" + "---|" * 17)
    for slug, track in sorted(told.items()):
        if only and slug not in only:
            continue
        path, cues = f"{folder}/{slug}.mp3", track["cues"]
        seconds, (level, peak) = duration(path), loudness(path)
        expect(abs(level - LOUDNESS) <= LOUDNESS_ERROR and peak <= TRUE_PEAK, f"{slug}: {level} LUFS, {peak} dB")
        if not cues:
            print(f"| {slug} | {seconds:.3f} | {level:.1f} | {peak:.1f} |" + " - |" * 13)
            continue
        sound = decoded(path, STEM_RATE)
        expect(abs(len(sound) / STEM_RATE - track["seconds"]) < .001 and abs(seconds - track["seconds"]) < .05,
               f"{slug}: lasts {seconds}, decoded {len(sound) / STEM_RATE}")
        crest, loud = crest_at(sound, track["joins"])
        expect(crest < CLICK, f"{slug}: a click")
        heard = decoded(path, alignment.RATE)
        quality = speech_quality(heard, cues)
        expect(np.mean(quality) >= P808, f"{slug}: p808 {np.mean(quality):.2f}")
        vocabulary = sorted({word for cue in cues for word in alignment.words_of(cue["text"])})
        checked = [hear(heard, cues, index, aligner, vocabulary) for index in range(len(cues))]
        for cue, one in zip(cues, checked):
            expect(one is not None, f"{slug}: not found: {cue['text']}")
        checked = [one for one in checked if one]
        for one in checked:
            expect(one.error <= TIMING_ERROR, f"{slug}: {one.error:.2f} s: {one.text}")
            expect(alignment.mean_score(one.words) >= alignment.SENTENCE_SCORE, f"{slug}: not said: {one.text}")
        unsure = [word for one in checked for word in one.missing]
        expect(len(unsure) <= BY_SENTENCE * sum(len(one.words) for one in checked), f"{slug}: not found: {', '.join(unsure)}")
        # Whether the scores distinguish the text from another one.
        noticed, low = sum(one.is_noticed for one in checked), sum(one.control < WORD_SCORE for one in checked)
        expect(noticed >= NOTICED * len(checked), f"{slug}: {len(checked) - noticed} exchanged words fit better than the text")
        off, again = [one.error for one in checked], sum(one.hearing > 0 for one in checked)
        count, doubted = sum(len(one.words) for one in checked), sum(len(one.doubted) for one in checked)
        print(f"| {slug} | {seconds:.3f} | {level:.1f} | {peak:.1f} | {crest:.1f} | {loud:.0f} | {np.mean(quality):.2f} | "
              f"{min(quality):.2f} | {len(cues)} | {count} | {doubted - len(unsure)} | {len(unsure)} | {np.mean(off):.3f} | {max(off):.3f} | {again} | "
              f"{noticed} of {len(checked)} | {low} |", flush=True)
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
