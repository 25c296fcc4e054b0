// What happens while the page is open.

const RETRY_MS = 3_000;

/** Listens for events; `onReturn` is called when the line is back after it was lost, `onLost` when it is lost. */
export function listen({ onEvent, onReturn, onLost }) {
  let wasLost = false;
  const connect = () => {
    const source = new EventSource('/sandbox/events');
    source.addEventListener('message', ({ data }) => onEvent(JSON.parse(data)));
    source.addEventListener('open', () => {
      if (wasLost) onReturn();
      wasLost = false;
    });
    source.addEventListener('error', () => {
      if (!wasLost) onLost();
      wasLost = true;
      // A browser tries again by itself, but gives up where the answer was no stream, as while the server starts.
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, RETRY_MS);
    });
  };
  connect();
}
