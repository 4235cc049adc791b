// The tour: each client in turn, for a while, all else as it is.

const SECONDS_EACH = 12;

const button = document.getElementById("tour");
let timer = null;

function label() {
  button.textContent = timer === null ? "Show all three" : "Stop the tour";
}

export function stop() {
  clearTimeout(timer);
  timer = null;
  label();
}

/** Prepares the button; `turn` switches to a client. */
export function prepare(clients, turn) {
  const step = async (rest) => {
    if (rest.length === 0) {
      stop();
      return;
    }
    timer = setTimeout(() => step(rest.slice(1)), SECONDS_EACH * 1000);
    label();
    await turn(rest[0]);
  };
  button.addEventListener("click", () => {
    if (timer === null) {
      step(clients);
    } else {
      stop();
    }
  });
  label();
}
