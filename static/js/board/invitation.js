// The page of an invitation opens the board when an opponent has joined. Without this script the button "Check for an
// opponent" does the same.
const waiting = document.getElementById("waiting");

function listen(tries = 0) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/battles/${waiting.dataset.pid}/`);
  socket.onmessage = (event) => {
    if (JSON.parse(event.data).seq > 0) location.assign(waiting.dataset.board);
  };
  socket.onclose = () => setTimeout(() => listen(tries + 1), Math.min(10000, 500 * 2 ** tries));
}

if (waiting) listen();
