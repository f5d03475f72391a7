import { describe, expect, it } from 'vitest'
import { createSiteClient, fetchEvents, WEEK_11_QUERY } from '../testing/site-client.ts'

describe('the forecast', () => {
  const forecast = (position: string, extraQuery = '') =>
    `/v1/forecast?${position}&hourly=temperature_2m,weather_code,is_day&temperature_unit=fahrenheit&timeformat=unixtime&timezone=UTC${extraQuery}`
  const hours = '&start_hour=2026-11-22T17:00&end_hour=2026-11-22T19:00'
  const greenBay = 'latitude=44.50133&longitude=-88.06222'

  it('returns the requested hours in UTC', async () => {
    const body = (await (await createSiteClient())(forecast(greenBay, hours))).json()
    expect(body.hourly.time).toEqual([17, 18, 19].map((hour) => Date.UTC(2026, 10, 22, hour) / 1000))
    expect(body.hourly_units).toEqual({
      time: 'unixtime',
      temperature_2m: '°F',
      weather_code: 'wmo code',
      is_day: '',
    })
    expect(body.hourly.is_day).toEqual([1, 1, 1])
    for (const column of ['temperature_2m', 'weather_code']) expect(body.hourly[column]).toHaveLength(3)
  })

  it('returns an array for several positions, and agrees with the weather of the scoreboard', async () => {
    const fetchPath = await createSiteClient()
    const [first, second] = (
      await fetchPath(forecast('latitude=44.5,25.96&longitude=-88.06,-80.24', hours))
    ).json()
    expect(second.hourly.temperature_2m[0]).toBeGreaterThan(first.hourly.temperature_2m[0])
    const events = await fetchEvents(fetchPath, WEEK_11_QUERY)
    const outdoorEvent = events.find(({ competitions }) =>
      ['3798', '3933', '3948'].includes(competitions[0].venue.id),
    )
    const positions = {
      3798: '44.5&longitude=-88.06',
      3933: '41.86&longitude=-87.62',
      3948: '25.96&longitude=-80.24',
    }
    const position = positions[Number(outdoorEvent?.competitions[0].venue.id) as keyof typeof positions]
    const hour = `${outdoorEvent?.date.slice(0, 13)}:00`
    const body = (
      await fetchPath(forecast(`latitude=${position}`, `&start_hour=${hour}&end_hour=${hour}`))
    ).json()
    expect(
      Math.abs(body.hourly.temperature_2m[0] - (outdoorEvent?.weather?.temperature ?? Number.NaN)),
    ).toBeLessThan(2)
  })

  it('returns null beyond the forecast horizon, and rejects dates out of range', async () => {
    const fetchPath = await createSiteClient(new Date('2026-11-21T00:30:00Z'))
    const late = '&start_hour=2026-12-06T18:00&end_hour=2026-12-06T21:00'
    const { hourly } = (await fetchPath(forecast(greenBay, late))).json()
    for (const column of ['temperature_2m', 'weather_code', 'is_day']) {
      expect(hourly[column].map((value: number | null) => value === null)).toEqual([false, false, true, true])
    }
    const far = await fetchPath(forecast(greenBay, '&start_hour=2026-12-20T08:00&end_hour=2026-12-20T09:00'))
    expect(far.status).toBe(400)
    expect(far.json()).toEqual({
      error: true,
      reason: "Parameter 'start_hour' is out of allowed range from 2026-08-21 to 2026-12-06",
    })
  })

  it.each([
    'latitude=44.5',
    'latitude=44.5,1&longitude=1',
    'latitude=north&longitude=1',
    'latitude=1&longitude=1&temperature_unit=celsius',
  ])('rejects the query %s', async (query) => {
    const response = await (await createSiteClient())(`/v1/forecast?${query}&timeformat=unixtime`)
    expect([response.status, response.json().error]).toEqual([400, true])
  })
})
