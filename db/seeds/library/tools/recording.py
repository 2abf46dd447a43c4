"""Cuts a recording of a human voice into sentences, which replace those of the synthetic voice."""
import os
import subprocess

import numpy as np

import voice
from alignment import SENTENCE_SCORE, Aligner, at_rate, mean_score, words_of

BEFORE, AFTER = .1, .18       # seconds kept around a sentence, without the breath before the next one


class Recordings:
    """Reads <folder>/<slug>.wav (or .flac, .m4a, .mp3): the text from top to bottom, a repeated section only once."""

    def __init__(self, folder):
        self.folder = folder

    def find(self, script):
        """The sound of each different sentence at voice.RATE; None if there is no recording of this text."""
        paths = [path for ending in ("wav", "flac", "m4a", "mp3")
                 if os.path.exists(path := f"{self.folder}/{script.slug}.{ending}")]
        if not paths:
            return None
        decoded = subprocess.run(["ffmpeg", "-v", "error", "-i", paths[0], "-f", "f32le", "-ac", "1", "-ar", str(voice.RATE), "-"],
                                 check=True, capture_output=True).stdout
        return cut(np.frombuffer(decoded, "<f4").astype(float), script, paths[0])


def cut(sound, script, path):
    sentences = [sentence for section in script.sections for sentence in section.sentences]
    times = Aligner().align(at_rate(sound, voice.RATE), [word for sentence in sentences for word in words_of(sentence)])
    if times is None:
        raise SystemExit(f"{path} is too short for texts/{script.slug}.txt")
    spans, word = [], 0
    for sentence in sentences:
        count = len(words_of(sentence))
        said = times[word:word + count]
        if mean_score(said) < SENTENCE_SCORE:
            raise SystemExit(f"{path}: at {said[0].start:.1f} s it does not say: {sentence}")
        spans.append((said[0].start, said[-1].end))
        word += count
    found = {}
    for index, (sentence, (start, end)) in enumerate(zip(sentences, spans)):
        before = spans[index - 1][1] if index else 0
        after = spans[index + 1][0] if index + 1 < len(spans) else len(sound) / voice.RATE
        start, end = max(start - BEFORE, (start + before) / 2), min(end + AFTER, (end + after) / 2)
        found.setdefault(sentence, voice.faded(sound[int(start * voice.RATE):int(end * voice.RATE)]))
    return list(found.values())
