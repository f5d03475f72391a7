/** Gives what the browser draws around the page the colour of the page's own header. */
export function updateThemeColor(): void {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--surface-raised').trim()
  const bars = document.querySelector('meta[name="theme-color"]')
  if (colour !== '') bars?.setAttribute('content', colour)
}
