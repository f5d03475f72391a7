import { expect, it } from 'vitest'
import { pointsFromDecimal } from '../points.ts'
import { buildRecapDocument } from './build-recap-document.ts'
import { recapMessage } from './chat-messages.ts'
import { formatRecapText, MAX_RECAP_LENGTH } from './recap-document.ts'
import { recapFacts, scoredGame } from './testing/recap-facts.ts'

const RECAP = buildRecapDocument(
  recapFacts({
    games: [scoredGame(1, 'A', 150.2, 'B', 101.1), scoredGame(1, 'C', 99.5, 'D', 95)],
    names: ['*Anchors*', '<@everyone> & co', 'Capstans', 'Dinghies'],
  }),
)

// biome-ignore lint/suspicious/noExplicitAny: the body of a message is untyped JSON
const messageOf = (...args: Parameters<typeof recapMessage>): any => recapMessage(...args)

it('is an embed on Discord, in which names are no markup and mention nobody', () => {
  const { embeds, allowed_mentions, content } = messageOf('discord', RECAP)
  expect(content).toBe(undefined)
  expect(allowed_mentions).toEqual({ parse: [] })
  expect(embeds).toHaveLength(1)
  expect(embeds[0]).toMatchObject({ author: { name: 'Week 1 Recap' } })
  expect(embeds[0].fields[0]).toEqual({
    name: 'Results',
    value: 'Capstans 99.5, Dinghies 95.0\n\\*Anchors\\* 150.2, <@everyone\\> & co 101.1',
    inline: false,
  })
})

it('is blocks of plain text on Slack', () => {
  const { blocks, text, link_names } = messageOf('slack', RECAP)
  expect([text, link_names]).toEqual([`Week 1 Recap: ${RECAP.headline}`, false])
  expect(blocks[0]).toEqual({
    type: 'header',
    text: { type: 'plain_text', text: `Week 1 Recap: ${RECAP.headline}`, emoji: false },
  })
  const results = blocks.find(({ type }: { type: string }) => type === 'rich_text')
  expect(JSON.stringify(results)).toContain(
    '{"type":"text","text":"*Anchors* 150.2, <@everyone> & co 101.1"}',
  )
})

it('is a short text on GroupMe', () => {
  expect(messageOf('groupme', RECAP)).toEqual({
    text: `Week 1 Recap: ${RECAP.headline}

Capstans 99.5, Dinghies 95.0
*Anchors* 150.2, <@everyone> & co 101.1

High score: *Anchors*, 150.2
Low score: Dinghies, 95.0`,
  })
})

/** As much as there can be: 32 teams with the longest names, all of whose characters are markup. */
function longestRecap() {
  const names = Array.from({ length: 32 }, (_, index) => '*_'.repeat(64) + index)
  const game = (index: number) => ({
    period: 4,
    result: 'home' as const,
    home: { teamId: 2 * index + 1, points: pointsFromDecimal(199.99 - index) },
    away: { teamId: 2 * index + 2, points: pointsFromDecimal(199.98 - index) },
  })
  const records = [
    'highest_game',
    'biggest_blowout',
    'highest_team_game',
    'highest_loser',
    'lowest_winner',
    'closest_win',
  ] as const
  return buildRecapDocument(
    recapFacts({
      week: 4,
      names,
      games: Array.from({ length: 16 }, (_, index) => game(index)),
      standings: names.map((name, index) => ({
        teamId: index + 1,
        name,
        rank: index + 1,
        record: { wins: 10, losses: 10, ties: 10 },
        pointsFor: pointsFromDecimal(1999.99),
      })),
      awards: names.map((name, index) => ({
        name: 'player_of_the_week',
        week: 4,
        teamId: index + 1,
        value: 9999,
        gameId: null,
        player: { playerId: index, name, position: null },
      })),
      power: names.map((_, index) => ({ teamId: index + 1, rank: index + 1, previousRank: 32 - index })),
      odds: names.map((_, index) => ({
        teamId: index + 1,
        before: 0.5,
        after: 1,
        wasCertain: 'open',
        isCertain: 'clinched',
      })),
      records: records.map((name) => ({
        name,
        holder: names.join(),
        points: pointsFromDecimal(199.99),
        gameId: 1,
        period: 4,
      })),
    }),
  )
}

it('stays within the limits of the services and of a post with the longest names', () => {
  const recap = longestRecap()
  const [embed] = messageOf('discord', recap).embeds
  const { author, title, description, fields } = embed
  expect(author.name.length).toBeLessThanOrEqual(256)
  expect(title.length).toBeLessThanOrEqual(256)
  expect(description.length).toBeLessThanOrEqual(4096)
  expect(fields.length).toBeLessThanOrEqual(25)
  for (const { name, value } of fields)
    expect([name.length > 0, value.length > 0, value.length <= 1024]).toEqual([true, true, true])
  const parts = [
    author.name,
    title,
    description,
    ...fields.flatMap(({ name, value }: { name: string; value: string }) => [name, value]),
  ]
  expect(parts.join('').length).toBeLessThanOrEqual(6000)
  const { blocks } = messageOf('slack', recap)
  expect(blocks.length).toBeLessThanOrEqual(50)
  expect(blocks[0].text.text.length).toBeLessThanOrEqual(150)
  for (const block of blocks) {
    const texts: string[] = JSON.stringify(block).match(/(?<="text":")[^"]*/g) ?? []
    expect(texts.join('').length).toBeLessThanOrEqual(3000)
  }
  expect(messageOf('groupme', recap).text.length).toBeLessThanOrEqual(1000)
  const text = formatRecapText(recap, recap.story)
  expect(text.length).toBeLessThanOrEqual(MAX_RECAP_LENGTH)
  for (const list of recap.lists) expect(text).toContain(list)
})
