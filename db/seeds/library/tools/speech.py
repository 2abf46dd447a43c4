"""Narration: festival analyses the sentence, hts_engine gives the parameter tracks of the voice,
and a harmonic-plus-noise resynthesis replaces the buzzing vocoder of hts_engine."""
import os
import re
import subprocess

import numpy as np
from scipy.io import wavfile
from scipy.ndimage import gaussian_filter1d

from scripts import as_spoken

VOICE = "/usr/share/festival/voices/us/cmu_us_slt_arctic_hts/hts/cmu_us_slt_arctic_hts.htsvoice"
RATE = 32000
FRAME = 160                  # samples: 5 ms
ALPHA = 0.45                 # frequency warping of the mel-cepstra
ORDER = 45
COMMA_PAUSE, LEAD_PAUSE, TAIL_PAUSE = 0.5, 0.06, 0.10

PITCH_SEMITONES = -0.6
PITCH_MOVEMENT = 1.15
FORMANT_SHARPENING = 0.12
PRESENCE_DB = 4.5            # above 1.2 to 3.2 kHz, voiced sound only: the voice is dull there
VOICED_LIMIT_HZ, VOICED_SLOPE_HZ = 4200.0, 900.0
BREATH = 0.06

# what the lexicon lacks, or says in the wrong register
PRONUNCIATIONS = (
    '("zephaniah" nil (((z eh) 0) ((f ax) 0) ((n ay) 1) ((ax) 0)))',
    '("blessed" nil (((b l eh) 1) ((s ih d) 0)))',
)


def write_labels(sentences, folder):
    commands = ["(voice_cmu_us_slt_arctic_hts)"]
    commands += [f"(lex.add.entry '{entry})" for entry in PRONUNCIATIONS]
    for index, sentence in enumerate(sentences):
        text = as_spoken(sentence).replace("\\", "").replace('"', "")
        commands.append(
            "(begin (set! hts_synth_pre_hooks (list (lambda (u) "
            f'(hts_dump_feats u hts_feats_list "{folder}/{index:03d}.lab")))) '
            f'(set! u (utt.synth (Utterance Text "{text}"))))')
    with open(f"{folder}/labels.scm", "w") as scheme:
        scheme.write("\n".join(commands) + "\n")
    subprocess.run(["festival", "--batch", f"{folder}/labels.scm"], check=True, stdout=subprocess.DEVNULL)


def parameter_tracks(base, pace):
    """Mel-cepstra, log F0 and phone segments (in frames) of one label file."""
    subprocess.run(["hts_engine", "-m", VOICE, "-r", str(pace), "-om", base + ".mcp", "-of", base + ".lf0",
                    "-od", base + ".dur", "-jf", "1.15", base + ".lab"], check=True)
    cepstra = np.fromfile(base + ".mcp", "<f4").reshape(-1, ORDER).astype(float)
    log_f0 = np.fromfile(base + ".lf0", "<f4").astype(float)
    segments = []
    for line in open(base + ".dur"):
        start, end, label = line.split()[:3]
        phone = re.search(r"-([^+]+)\+", label).group(1)
        segments.append((int(start) // 50000, int(end) // 50000, phone))
    return cepstra, log_f0, segments


def set_pauses(cepstra, log_f0, segments):
    """Give every pause inside the sentence one length; keep its natural edges, repeat or drop its middle."""
    merged = []
    for start, end, phone in segments:
        if merged and merged[-1][2] == phone == "pau" and merged[-1][1] == start:
            merged[-1][1] = end
        else:
            merged.append([start, end, phone])
    count, kept = len(cepstra), []
    for start, end, phone in merged:
        end = min(end, count)
        frames = np.arange(start, end)
        if phone == "pau" and len(frames):
            seconds = LEAD_PAUSE if start == 0 else TAIL_PAUSE if end >= count - 1 else COMMA_PAUSE
            wanted, have = int(round(seconds * RATE / FRAME)), len(frames)
            left = min(have // 2, 12)
            right = min(have - left, 12)
            if wanted <= left + right:
                frames = np.concatenate([frames[:wanted // 2], frames[have - (wanted - wanted // 2):]])
            else:
                middle = np.full(wanted - left - right, frames[min(left, have - 1)])
                frames = np.concatenate([frames[:left], middle, frames[have - right:]])
        kept.append(frames)
    kept = np.concatenate(kept)
    return cepstra[kept], log_f0[kept]


def warped(omega):
    return omega + 2 * np.arctan(ALPHA * np.sin(omega) / (1 - ALPHA * np.cos(omega)))


def resynthesise(cepstra, log_f0, seed):
    random = np.random.default_rng(seed)
    frames = len(cepstra)
    samples = frames * FRAME
    plain = gaussian_filter1d(cepstra.copy(), 1.2, axis=0)
    sharp = plain.copy()
    sharp[:, 2:] *= 1 + FORMANT_SHARPENING
    grid = np.linspace(0, np.pi, 257)
    basis = np.cos(np.outer(np.arange(ORDER), warped(grid)))
    log_plain, log_sharp = plain @ basis, sharp @ basis
    # sharpening must not change the energy of a frame
    log_sharp -= 0.5 * np.log((np.exp(2 * log_sharp)).mean(1) / (np.exp(2 * log_plain)).mean(1))[:, None]
    grid_hz = grid / np.pi * RATE / 2
    rise = np.clip((grid_hz - 1200) / (3200 - 1200), 0, 1)
    rise = rise * rise * (3 - 2 * rise)
    presence = PRESENCE_DB / 8.686 * rise

    voiced = log_f0 > 0
    mean = np.exp(np.mean(log_f0[voiced]))
    time = np.arange(frames)
    pitch = gaussian_filter1d(np.interp(time, time[voiced], log_f0[voiced]), 2.0)
    pitch = (pitch - np.log(mean)) * PITCH_MOVEMENT + np.log(mean) + PITCH_SEMITONES * np.log(2) / 12
    drift = gaussian_filter1d(random.standard_normal(frames), 60)
    drift *= 0.004 / (drift.std() + 1e-9)
    f0 = np.exp(pitch + drift)
    voicing = gaussian_filter1d(voiced.astype(float), 1.2)

    sample_time = np.arange(samples) / FRAME - 0.5

    def per_sample(track):
        return np.interp(sample_time, np.arange(frames), track)

    f0_samples = per_sample(f0)
    jitter = gaussian_filter1d(random.standard_normal(samples), 40)
    jitter *= 0.003 / jitter.std()
    f0_samples = f0_samples * (1 + jitter)
    phase = 2 * np.pi * np.cumsum(f0_samples) / RATE
    voicing_samples = per_sample(voicing)

    harmonics = int(7500 / f0.min())
    order = np.arange(ORDER)
    scatter = random.uniform(-np.pi, np.pi, harmonics + 1)
    compensation = log_sharp[:, 0] - (sharp @ basis)[:, 0]
    voice = np.zeros(samples)
    for k in range(1, harmonics + 1):
        hz = np.minimum(k * f0, RATE / 2 - 50)
        angle = warped(2 * np.pi * hz / RATE)
        level = (sharp * np.cos(np.outer(angle, order))).sum(1)
        level += compensation + np.interp(hz, grid_hz, presence)
        vocal_tract_phase = -(sharp[:, 1:] * np.sin(np.outer(angle, order[1:]))).sum(1)
        weight = 1 / (1 + np.exp((hz - VOICED_LIMIT_HZ) / (VOICED_SLOPE_HZ / 3)))
        weight = np.where(hz < 7400, weight, 0)
        amplitude = 2 * np.sqrt(f0 / RATE) * np.exp(level) * weight
        # scattered phases above 1.5 kHz take the buzz away
        scattered = scatter[k] * min(1.0, max(0.0, (k * mean - 1500) / 2500))
        voice += per_sample(amplitude) * voicing_samples * np.cos(k * phase + per_sample(vocal_tract_phase) + scattered)

    window_length = 4 * FRAME
    window = np.hanning(window_length + 1)[:-1]
    source = random.standard_normal(samples + 2 * window_length)
    noise = np.zeros(samples + 2 * window_length)
    bins = np.fft.rfftfreq(window_length, 1 / RATE)
    harmonic_share = 1 / (1 + np.exp((bins - VOICED_LIMIT_HZ) / (VOICED_SLOPE_HZ / 3)))
    voiced_noise = np.sqrt(np.clip(1 - harmonic_share ** 2, 0, 1)) * 0.62 + BREATH * harmonic_share
    for i in range(frames):
        at = i * FRAME + window_length // 2
        spectrum = np.fft.rfft(source[at:at + window_length] * window)
        envelope = np.exp(np.interp(bins, grid_hz, log_sharp[i] + voicing[i] * presence))
        gain = voicing[i] * voiced_noise + (1 - voicing[i])
        noise[at:at + window_length] += np.fft.irfft(spectrum * envelope * gain) * window
    noise = noise[window_length:window_length + samples] / 1.5   # the squared windows add up to 1.5
    return (voice + noise) / 32768


def say(sentences, folder, pace):
    """The sentences as float arrays at RATE. A rendered sentence is kept in the folder."""
    os.makedirs(folder, exist_ok=True)
    paths = [f"{folder}/{index:03d}.wav" for index in range(len(sentences))]
    recipe, made_with = f"{folder}/recipe.txt", repr((sentences, pace, PRONUNCIATIONS))
    if not os.path.exists(recipe) or open(recipe).read() != made_with:
        write_labels(sentences, folder)
        for index, path in enumerate(paths):
            cepstra, log_f0 = set_pauses(*parameter_tracks(f"{folder}/{index:03d}", pace))
            sound = resynthesise(cepstra, log_f0, seed=index + 1)
            wavfile.write(path, RATE, sound.astype(np.float32))
        with open(recipe, "w") as note:
            note.write(made_with)
    return [wavfile.read(path)[1] for path in paths]
