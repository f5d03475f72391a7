import { afterEach } from 'vitest'

// People who speak to their browser say what they read, so the accessible name of a control contains its text.
// Source: WCAG 2.2, 2.5.3.

/** Describes the controls on the page whose accessible name does not contain their visible text. */
function findMismatchedNames(): string[] {
  const controls = document.querySelectorAll('button[aria-label], a[aria-label], summary[aria-label]')
  return [...controls].flatMap((control) => {
    const text = normalize(visibleText(control))
    const name = control.getAttribute('aria-label') ?? ''
    return normalize(name).includes(text) ? [] : `"${name}" shows "${text}"`
  })
}

/** The text of an element without its icons and other hidden parts. */
function visibleText(node: Node): string {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element) || node instanceof SVGElement || node.ariaHidden === 'true') return ''
  return [...node.childNodes].map(visibleText).join(' ')
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

afterEach(() => {
  const mismatches = findMismatchedNames()
  if (mismatches.length > 0)
    throw new Error(`accessible names that do not contain the visible text:\n${mismatches.join('\n')}`)
})
