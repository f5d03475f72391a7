import { describe, expect, it } from 'vitest'
import { listPlayerNews, MAX_NEWS_PLAYERS } from './news.ts'

const read = (players: string) => listPlayerNews.schema.querystring.safeParse({ players })

const names = (count: number) => Array.from({ length: count }, (_, index) => `Player ${index}`).join(',')

describe('the list of players', () => {
  it('is names between commas, each once', () => {
    expect(read(' Ann Fly,,Bo Run ,Ann Fly, ').data).toEqual({ players: ['Ann Fly', 'Bo Run'] })
  })

  it('may be empty', () => expect(read('').data).toEqual({ players: [] }))

  it('has at most 12 names', () => {
    expect(read(names(MAX_NEWS_PLAYERS)).success).toBe(true)
    expect(read(names(13)).error?.issues[0]?.message).toBe('Ask for at most 12 players.')
  })
})
