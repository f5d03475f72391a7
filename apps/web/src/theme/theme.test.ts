import { describe, expect, it } from 'vitest'
import { parseThemeChoice, resolveTheme, toggledTheme } from './theme.ts'

describe('theme', () => {
  it.each([
    [null, 'solarized-light'],
    ['', 'solarized-light'],
    ['sepia', 'solarized-light'],
    ['solarized-dark', 'solarized-dark'],
    ['neutral-pro', 'neutral-pro'],
    ['match-device', 'match-device'],
  ] as const)('parses %j as %s', (stored, choice) => {
    expect(parseThemeChoice(stored)).toBe(choice)
  })

  it.each([
    ['neutral-pro', true, 'neutral-pro'],
    ['solarized-light', true, 'solarized-light'],
    ['match-device', true, 'solarized-dark'],
    ['match-device', false, 'solarized-light'],
  ] as const)('shows for %s on a device that prefers dark (%s) %s', (choice, prefersDark, theme) => {
    expect(resolveTheme(choice, prefersDark)).toBe(theme)
  })

  it('toggles between light and dark', () => {
    expect(toggledTheme('solarized-light')).toBe('solarized-dark')
    expect(toggledTheme('solarized-dark')).toBe('solarized-light')
    expect(toggledTheme('neutral-pro')).toBe('solarized-dark')
  })
})
