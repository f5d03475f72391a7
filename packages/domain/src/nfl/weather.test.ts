import { describe, expect, it } from 'vitest'
import { gameWeather } from './weather.ts'

const forecast = { fahrenheit: 51.4, code: 61, isDay: true }

describe('gameWeather', () => {
  it('returns the forecast for an open stadium, in whole degrees', () => {
    expect(gameWeather('open', forecast)).toEqual({ description: 'Light rain', fahrenheit: 51, icon: 'rain' })
    expect(gameWeather('open', { ...forecast, fahrenheit: -0.3 }).fahrenheit).toBe(0)
  })

  it('uses the night icon if the weather code has one', () => {
    const clear = { ...forecast, code: 0 }
    expect(gameWeather('open', clear).icon).toBe('sun')
    expect(gameWeather('open', { ...clear, isDay: false }).icon).toBe('moon')
    expect(gameWeather('open', { ...forecast, isDay: false }).icon).toBe('rain')
  })

  it('mentions the roof', () => {
    expect(gameWeather('fixed', forecast)).toEqual({ description: 'Dome', fahrenheit: null, icon: 'roof' })
    expect(gameWeather('retractable', forecast)).toEqual({
      description: 'Roof, light rain outside',
      fahrenheit: 51,
      icon: 'roof',
    })
  })

  it('has no description and no icon for an unknown weather code', () => {
    const unknown = { ...forecast, code: 42 }
    expect(gameWeather('open', unknown)).toEqual({ description: null, fahrenheit: 51, icon: null })
    expect(gameWeather('retractable', unknown).description).toBe('Roof')
  })
})
