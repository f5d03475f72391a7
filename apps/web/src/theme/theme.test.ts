import { describe, expect, it } from 'vitest'
import { otherTheme, readTheme } from './theme.ts'

describe('theme', () => {
  it.each([
    [null, 'solarized-light'],
    ['', 'solarized-light'],
    ['sepia', 'solarized-light'],
    ['solarized-dark', 'solarized-dark'],
    ['neutral-pro', 'neutral-pro'],
  ] as const)('reads %j as %s', (stored, theme) => {
    expect(readTheme(stored)).toBe(theme)
  })

  it('goes back and forth between light and dark', () => {
    expect(otherTheme('solarized-light')).toBe('solarized-dark')
    expect(otherTheme('solarized-dark')).toBe('solarized-light')
    expect(otherTheme('neutral-pro')).toBe('solarized-dark')
  })
})
