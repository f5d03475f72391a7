import { describe, expect, it } from 'vitest'
import { gameWeather } from './weather.ts'

const forecast = { fahrenheit: 51.4, code: 61, isDay: true }

describe('the weather of a game', () => {
  it('is the forecast in the open air, in whole degrees', () => {
    expect(gameWeather('open', forecast)).toEqual({ description: 'Light rain', fahrenheit: 51, icon: 'rain' })
    expect(gameWeather('open', { ...forecast, fahrenheit: -0.3 }).fahrenheit).toBe(0)
  })

  it('has another picture by night where the sky has', () => {
    const clear = { ...forecast, code: 0 }
    expect(gameWeather('open', clear).icon).toBe('sun')
    expect(gameWeather('open', { ...clear, isDay: false }).icon).toBe('moon')
    expect(gameWeather('open', { ...forecast, isDay: false }).icon).toBe('rain')
  })

  it('under a roof says so', () => {
    expect(gameWeather('fixed', forecast)).toEqual({ description: 'Dome', fahrenheit: null, icon: 'roof' })
    expect(gameWeather('retractable', forecast)).toEqual({
      description: 'Roof, light rain outside',
      fahrenheit: 51,
      icon: 'roof',
    })
  })

  it('has neither words nor a picture for a sky that nobody has named', () => {
    const unknown = { ...forecast, code: 42 }
    expect(gameWeather('open', unknown)).toEqual({ description: null, fahrenheit: 51, icon: null })
    expect(gameWeather('retractable', unknown).description).toBe('Roof')
  })
})
