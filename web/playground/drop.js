// Things that are dropped on a part of the page.

/**
 * @param {HTMLElement} place
 * @param {(dropped: DataTransfer) => void} onDrop
 */
export function acceptDrops(place, onDrop) {
  place.addEventListener('dragover', (event) => {
    event.preventDefault();
    place.classList.add('dropping');
  });
  place.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!place.contains(/** @type {Node | null} */ (relatedTarget))) place.classList.remove('dropping');
  });
  place.addEventListener('drop', (event) => {
    event.preventDefault();
    place.classList.remove('dropping');
    if (event.dataTransfer) onDrop(event.dataTransfer);
  });
}
