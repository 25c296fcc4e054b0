// A soft bell for a page, off until somebody turns it on.

let audio = null;

export const isSoundOn = () => localStorage.getItem('sound') === 'on';

export function toggleSound() {
  localStorage.setItem('sound', isSoundOn() ? 'off' : 'on');
  ring();
}

/** Two tones that fade; silent when the sound is off or the browser does not allow it yet. */
export function ring() {
  if (!isSoundOn()) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
  for (const [delay, frequency] of [
    [0, 880],
    [0.18, 659],
  ]) {
    const start = audio.currentTime + delay;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.9);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.9);
  }
}
