/** Saves a file among the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // by then the download holds its own reference to the file
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
