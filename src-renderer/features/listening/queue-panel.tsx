import { useAtomValue } from 'jotai';
import { Setting } from '#renderer/components/setting.tsx';
import { queueAtom, usePlayer } from '#renderer/data/playback.ts';
import { aheadChoiceAtom, keepsAheadAtom } from './player.atoms.ts';
import { UpNext } from './up-next.tsx';

/** What comes after this track, and how far it goes. */
export function QueuePanel() {
  const { tracks, at, stopsAfterThis, playsOn } = useAtomValue(queueAtom);
  const keepsAhead = useAtomValue(keepsAheadAtom);
  const choice = useAtomValue(aheadChoiceAtom);
  const player = usePlayer();
  const coming = tracks.length - at - 1;
  return (
    <section className="p-panel" aria-labelledby="queue">
      <h2 id="queue">Next</h2>
      {coming > 0 ? <UpNext /> : <p className="small">Nothing is waiting after this track.</p>}
      <Setting
        title="Stop after this one"
        text="When this track ends it is quiet, whatever would follow."
        checked={stopsAfterThis}
        disabled={tracks.length === 0}
        onChange={player.setStopsAfterThis}
      />
      <Setting
        title="Play on"
        text="After the last track the library goes on, in your order."
        checked={playsOn}
        onChange={player.setPlaysOn}
      />
      <Setting
        title="Keep what comes ready"
        text="The rest of the track and the next one are fetched ahead, so that a lost connection is not heard. It can use more data. Nothing is kept on this device."
        checked={keepsAhead}
        onChange={(isOn) => choice?.set(isOn)}
      />
    </section>
  );
}
