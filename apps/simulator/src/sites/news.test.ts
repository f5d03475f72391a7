import { HOUR_MS } from '@fieldhouse/domain/duration'
import { describe, expect, it } from 'vitest'
import { createSiteClient, SATURDAY } from '../testing/site-client.ts'

describe('player news', () => {
  const NEWS = '/apis/fantasy/v2/games/ffl/news/players'
  const ids = Array.from({ length: 12 }, (_, index) => 90_000_001 + index)
  const allPlayers = `${NEWS}?limit=60&${ids.map((id) => `playerId=${id}`).join('&')}`

  it('lists the news of all players newest first, without web links for notes', async () => {
    const { feed, resultsCount } = (await (await createSiteClient())(allPlayers)).json()
    const published = feed.map((item: { published: string }) => item.published)
    expect(resultsCount).toBe(feed.length)
    expect(published).toEqual([...published].sort().reverse())
    expect(Date.parse(published[0])).toBeLessThanOrEqual(SATURDAY.getTime())
    expect(new Set(feed.map((item: { type: string }) => item.type))).toEqual(new Set(['Rotowire', 'Story']))
    for (const { type, links } of feed) expect('web' in links).toBe(type === 'Story')
  })

  it('applies the limit, returns nothing for unknown players, and requires a player ID', async () => {
    const fetchPath = await createSiteClient()
    expect((await fetchPath(allPlayers.replace('limit=60', 'limit=3'))).json().feed).toHaveLength(3)
    expect((await fetchPath(`${NEWS}?playerId=5`)).json().feed).toEqual([])
    expect((await fetchPath(NEWS)).status).toBe(500)
  })

  it('returns search results as RSS about the quoted player, including the stories of the ESPN feed', async () => {
    const fetchPath = await createSiteClient()
    const players = (await fetchPath('/apis/v3/games/ffl/seasons/2026/players?view=players_wl')).json()
    const { feed } = (await fetchPath(allPlayers)).json()
    const story = feed.find(
      (item: { type: string; published: string }) =>
        item.type === 'Story' && Date.parse(item.published) > SATURDAY.getTime() - 24 * 7 * HOUR_MS + HOUR_MS,
    )
    const { fullName } = players.find((player: { id: number }) => player.id === story.playerId)
    const search = await fetchPath(
      `/rss/search?q=${encodeURIComponent(`"${fullName}" NFL when:7d`)}&hl=en-US`,
    )
    expect(search.headers.get('content-type')).toContain('application/xml')
    const dates = [...search.text.matchAll(/<pubDate>(.*?)<\/pubDate>/g)].map(([, date = '']) =>
      Date.parse(date),
    )
    expect(dates.length).toBeGreaterThan(0)
    for (const date of dates) expect(date).toBeGreaterThan(SATURDAY.getTime() - 24 * 7 * HOUR_MS)
    expect(search.text).toContain(`<title>${story.headline.replaceAll("'", '&#39;')} - `)
    expect((await fetchPath('/rss/search?q=%22Nobody%20Known%22')).text).not.toContain('<item>')
  })
})
