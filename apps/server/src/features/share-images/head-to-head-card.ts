import type { HeadToHead, PlayedGame } from '@fieldhouse/domain/history/played-games'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { formatFinalScores, formatPoints, type Points } from '@fieldhouse/domain/points'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { teamInk } from '../../drawing/palette.ts'
import { type Box, type Drawing, wrapText } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  type CardTeam,
  displayName,
  drawLogo,
  drawPanel,
  drawSplitBar,
} from './card.ts'

/** The games of two owners: who won how many, and the latest one. */
export function drawHeadToHead(
  context: CardContext,
  [a, b]: readonly [CardTeam, CardTeam],
  { totals, games }: HeadToHead,
): Drawing {
  const seasons = [...new Set([games[0]?.season, games.at(-1)?.season])].filter((each) => each !== undefined)
  const card = beginCard(context, {
    title: 'Head-to-Head',
    detail: [pluralize(games.length, 'game'), ...(seasons.length === 0 ? [] : [seasons.join('–')])].join(
      ' · ',
    ),
  })
  const { content, isWide, picture, palette } = card
  drawPanel(card, content)
  const padding = isWide ? 36 : 56
  const inner = {
    x: content.x + padding,
    y: content.y + padding,
    width: content.width - 2 * padding,
    height: content.height - 2 * padding,
  }
  const logo = isWide ? 130 : 200
  const nameWidth = isWide ? 330 : inner.width / 2 - 20
  drawOwner(card, a, { ...inner, width: nameWidth }, logo)
  drawOwner(card, b, { ...inner, x: inner.x + inner.width - nameWidth, width: nameWidth }, logo)
  const tallySize = isWide ? 170 : 260
  const tallyY = isWide ? inner.y + 140 : inner.y + logo + 400
  const middle = inner.x + inner.width / 2
  picture.text(formatRecord({ ...totals, ties: 0 }), {
    x: middle,
    y: tallyY,
    size: tallySize,
    weight: 900,
    color: palette.ink,
    align: 'center',
    maxWidth: isWide ? inner.width - 2 * nameWidth : inner.width,
    minSize: 60,
  })
  if (totals.ties > 0)
    picture.text(pluralize(totals.ties, 'tie'), {
      x: middle,
      y: tallyY + (isWide ? 40 : 56),
      size: isWide ? 26 : 36,
      color: palette.muted,
      align: 'center',
    })
  const barY = isWide ? inner.y + 228 : tallyY + 100
  const colors: [string, string] = [teamInk(a.color ?? null, palette), teamInk(b.color ?? null, palette)]
  const share = totals.games === 0 ? 0.5 : (totals.wins + totals.ties / 2) / totals.games
  drawSplitBar(card, { x: inner.x, y: barY, width: inner.width, height: isWide ? 22 : 32 }, share, colors)
  const facts = { ...inner, y: barY + (isWide ? 44 : 80) }
  drawFacts(card, facts, [a, b], { totals, games })
  return picture.finish()
}

function drawOwner(card: Card, owner: CardTeam, box: Box, logo: number): void {
  const { picture, palette, isWide } = card
  drawLogo(card, owner, box.x + (box.width - logo) / 2, box.y, logo)
  const { lines, size } = wrapText(displayName(owner.name), {
    size: isWide ? 36 : 52,
    weight: 700,
    maxWidth: box.width,
  })
  for (const [index, line] of lines.entries())
    picture.text(line, {
      x: box.x + box.width / 2,
      y: box.y + logo + size * (1.15 + index * 1.08),
      size,
      weight: 700,
      color: palette.ink,
      align: 'center',
      maxWidth: box.width,
    })
}

function drawFacts(
  card: Card,
  box: Box,
  [a, b]: readonly [CardTeam, CardTeam],
  { totals, games }: HeadToHead,
): void {
  const { picture, palette, isWide } = card
  const latest = games.at(-1)
  const playoffs = games.filter(({ isPlayoff }) => isPlayoff).length
  const average = (points: Points) =>
    totals.games === 0 ? '–' : formatPoints(Math.round(points / totals.games) as Points)
  const rows: [string, string][] = [
    ['Average score', `${average(totals.pointsFor)}–${average(totals.pointsAgainst)}`],
    ['Playoff games', `${playoffs}`],
    ...(latest === undefined ? [] : [['Last game', lastGame(latest, [a, b])] satisfies [string, string]]),
  ]
  const size = isWide ? 27 : 36
  for (const [index, [label, value]] of rows.entries()) {
    const y = box.y + size * 0.8 + index * size * 1.36
    const width = picture.text(label, { x: box.x, y, size, color: palette.muted })
    picture.text(value, {
      x: box.x + box.width,
      y,
      size,
      weight: 700,
      color: palette.ink,
      align: 'right',
      maxWidth: box.width - width - 24,
    })
  }
}

function lastGame(
  { season, period, home, away, result }: PlayedGame,
  [a]: readonly [CardTeam, CardTeam],
): string {
  const isHome = home.owner?.name === a.name
  const [own, other] = isHome ? [home, away] : [away, home]
  const [ownScore, otherScore] = formatFinalScores(own.points, other.points)
  const winner = result === 'tie' ? null : { home, away }[result]
  const outcome = winner === null ? 'Tied' : displayName(winner.owner?.name ?? winner.team.name)
  const scores = winner === other ? `${otherScore}–${ownScore}` : `${ownScore}–${otherScore}`
  return `${outcome} ${scores} (Week ${period}, ${season})`
}
