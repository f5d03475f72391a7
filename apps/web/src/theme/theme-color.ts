/** Sets the browser UI color around the page to the color of the page header. */
export function updateThemeColor(): void {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--surface-raised').trim()
  const meta = document.querySelector('meta[name="theme-color"]')
  if (color !== '') meta?.setAttribute('content', color)
}
