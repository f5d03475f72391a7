import { describe, expect, it } from 'vitest'
import { parseTheme, toggledTheme } from './theme.ts'

describe('theme', () => {
  it.each([
    [null, 'solarized-light'],
    ['', 'solarized-light'],
    ['sepia', 'solarized-light'],
    ['solarized-dark', 'solarized-dark'],
    ['neutral-pro', 'neutral-pro'],
  ] as const)('parses %j as %s', (stored, theme) => {
    expect(parseTheme(stored)).toBe(theme)
  })

  it('toggles between light and dark', () => {
    expect(toggledTheme('solarized-light')).toBe('solarized-dark')
    expect(toggledTheme('solarized-dark')).toBe('solarized-light')
    expect(toggledTheme('neutral-pro')).toBe('solarized-dark')
  })
})
