import { describe, expect, it } from 'vitest'
import { listPlayerNews, MAX_NEWS_PLAYERS } from './news.ts'

const parsePlayers = (players: string) => listPlayerNews.schema.querystring.safeParse({ players })

const buildNames = (count: number) => Array.from({ length: count }, (_, index) => `Player ${index}`).join(',')

describe('player list', () => {
  it('contains each comma-separated name once', () => {
    expect(parsePlayers(' Ann Fly,,Bo Run ,Ann Fly, ').data).toEqual({ players: ['Ann Fly', 'Bo Run'] })
  })

  it('accepts an empty list', () => expect(parsePlayers('').data).toEqual({ players: [] }))

  it('rejects more than 12 names', () => {
    expect(parsePlayers(buildNames(MAX_NEWS_PLAYERS)).success).toBe(true)
    expect(parsePlayers(buildNames(13)).error?.issues[0]?.message).toBe('Request at most 12 players.')
  })
})
