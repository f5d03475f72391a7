import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp, TestClient } from '../../testing/start-app.ts'
import { createTwoSeasons } from '../../testing/two-seasons-fixture.ts'

let testApp: TestApp
let player: TestClient
beforeAll(async () => {
  ;({ testApp, player } = await createTwoSeasons())
})
afterAll(() => testApp.close())

type AwardRow = { name: string; team_id: number; value: number; times: number }

const read = async (path: string) => {
  const { status, body } = await player.get(`/api/league/Harbour/insights/${path}`)
  expect(status).toBe(200)
  return body
}
const rowsOf = (awards: readonly AwardRow[]) =>
  awards.map(({ name, team_id, value, times }) => [name, team_id, value, times])
const closeTo = (value: number) => expect.closeTo(value, 6)

describe('GET awards', () => {
  it('has the awards of the last completed week', async () => {
    const body = await read('awards/')
    expect(body).toMatchObject({ season: 2026, week: 1, period: 1, unavailable: null, has_lineups: true })
    expect(rowsOf(body.awards)).toEqual([
      ['top_score', 1, 101.5, 1],
      ['lowest_score', 3, 77, 1],
      ['heartbreak', 2, 88.02, 1],
      ['robbery', 4, 90, 1],
      ['blowout', 1, 13.48, 1],
      ['nail_biter', 4, 13, 1],
      ['lucky', 4, closeTo(1 / 3), 1],
      ['unlucky', 2, closeTo(-1 / 3), 1],
      ['player_of_the_week', 1, 20.5, 1],
      ['bench_blunder', 1, 10.5, 1],
      ['asleep', 1, 2, 1],
      ['asleep', 3, 2, 1],
    ])
    expect(body.awards.find(({ name }: AwardRow) => name === 'player_of_the_week').player).toEqual({
      player_id: 11,
      name: 'Rook Calloway',
      position: 'QB',
    })
    expect(body.awards.find(({ name }: AwardRow) => name === 'robbery').game_id).toBe(2)
  })

  it('says nothing about lineups that are not stored, and counts over the season', async () => {
    const body = await read('awards/?season=2025&week=2')
    expect(body).toMatchObject({ period: 2, has_lineups: false })
    // The tied game has no winner. Team 4 had the top score of week 1.
    expect(rowsOf(body.awards)).toEqual([
      ['top_score', 2, 95, 1],
      ['lowest_score', 1, 60, 2],
      ['lowest_score', 3, 60, 1],
      ['heartbreak', 4, 85, 1],
      ['robbery', 2, 95, 1],
      ['blowout', 2, 10, 1],
      ['nail_biter', 2, 10, 1],
      ['lucky', 1, closeTo(1 / 3), 1],
      ['lucky', 3, closeTo(1 / 3), 2],
      ['unlucky', 4, closeTo(-2 / 3), 1],
    ])
  })

  it('understands each week of a matchup over two weeks', async () => {
    expect(await read('awards/?season=2025&week=5')).toEqual(await read('awards/?season=2025&week=4'))
  })

  it.each([
    ['week=2', 'not_final'],
    ['season=2025&week=3', 'playoffs'],
    ['season=2010', 'not_stored'],
  ])('says why there are none for %s', async (query, unavailable) => {
    expect(await read(`awards/?${query}`)).toMatchObject({ unavailable, has_lineups: false, awards: [] })
  })
})

describe('GET counts', () => {
  it('counts by owner over all seasons', async () => {
    const body = await read('awards/counts/')
    expect(body).toMatchObject({ seasons: [2025, 2026], lineup_seasons: [2025, 2026] })
    const ada = body.owners.find(({ name }: { name: string }) => name === 'Ada Marlow')
    // Her team 4 of 2025 and her team 1 of 2026 had the top score in week 1.
    expect(ada).toMatchObject({
      slug: 'ada-marlow',
      picture: null,
      team: 'Anchors',
      counts: { top_score: 2, blowout: 2, heartbreak: 1, bench_blunder: 1 },
    })
    expect(ada.counts).not.toHaveProperty('robbery')
  })

  it('counts a single season', async () => {
    const body = await read('awards/counts/?season=2026')
    expect(body.seasons).toEqual([2026])
    const ada = body.owners.find(({ name }: { name: string }) => name === 'Ada Marlow')
    expect(ada.counts).toMatchObject({ top_score: 1, asleep: 1 })
    expect((await read('awards/counts/?season=2010')).owners).toEqual([])
  })
})
