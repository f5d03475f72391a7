import {
  type GameRecord,
  type LeagueRecords,
  RECORD_NAMES,
  type RecordName,
} from '@fieldhouse/domain/history/league-records'
import type { HeadToHead, PlayedGame } from '@fieldhouse/domain/history/played-games'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { formatFinalScores, formatMargin, formatPoints, type Points } from '@fieldhouse/domain/points'
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
  nameColor,
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

const LABELS: Record<RecordName, string> = {
  highest_game: 'Highest combined score',
  biggest_blowout: 'Biggest blowout',
  highest_team_game: 'Highest team score',
  highest_loser: 'Highest losing score',
  lowest_winner: 'Lowest winning score',
  closest_win: 'Closest win',
}

/** A record of the league, or all of them. */
export function drawRecords(context: CardContext, name: RecordName | null, records: LeagueRecords): Drawing {
  const record = name === null ? null : records[name]
  return name === null || record === null ? drawAll(context, records) : drawOne(context, name, record)
}

function drawAll(context: CardContext, records: LeagueRecords): Drawing {
  const card = beginCard(context, { title: 'League Records', detail: 'All time' })
  const { content, isWide, picture } = card
  const [columns, gap] = [isWide ? 3 : 2, 20]
  const rows = Math.ceil(RECORD_NAMES.length / columns)
  const width = (content.width - gap * (columns - 1)) / columns
  const height = (content.height - gap * (rows - 1)) / rows
  for (const [index, name] of RECORD_NAMES.entries()) {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    drawTile(
      card,
      { x: content.x + column * (width + gap), y: content.y + row * (height + gap), width, height },
      LABELS[name],
      records[name] === null ? null : toLines(name, records[name]),
    )
  }
  return picture.finish()
}

type RecordLines = { value: string; holder: string; score: string; when: string }

function toLines(name: RecordName, { game, value, side }: GameRecord): RecordLines {
  const first = side ?? (game.result === 'away' ? 'away' : 'home')
  const second = first === 'home' ? 'away' : 'home'
  const [firstScore, secondScore] = formatFinalScores(game[first].points, game[second].points)
  const isMargin = name === 'biggest_blowout' || name === 'closest_win'
  const holder = ownerOf(game[first])
  return {
    value: isMargin ? `by ${formatMargin(value)}` : formatPoints(value),
    holder: side === null ? `${holder} vs ${ownerOf(game[second])}` : holder,
    score:
      side === null
        ? `${firstScore}–${secondScore}`
        : `${firstScore}–${secondScore} vs ${ownerOf(game[second])}`,
    when: `Week ${game.period}, ${game.season}`,
  }
}

function ownerOf({ owner, team }: GameRecord['game']['home']): string {
  return displayName(owner?.name ?? team.name)
}

function drawTile(card: Card, box: Box, label: string, lines: RecordLines | null): void {
  const { picture, palette, isWide } = card
  drawPanel(card, box, palette.gold)
  const padding = isWide ? 22 : 30
  const [left, maxWidth] = [box.x + padding, box.width - 2 * padding]
  const sizes = isWide
    ? { label: 21, value: 60, name: 26, note: 19 }
    : { label: 27, value: 88, name: 36, note: 26 }
  const height = sizes.label + sizes.value * 1.02 + sizes.name * 1.25 + 2 * sizes.note * 1.3
  let y = box.y + 6 + (box.height - height) / 2 + sizes.label * 0.9
  picture.text(label, { x: left, y, size: sizes.label, color: palette.muted, maxWidth })
  y += sizes.value * 1.02
  picture.text(lines?.value ?? '–', {
    x: left,
    y,
    size: sizes.value,
    weight: 900,
    color: palette.ink,
    maxWidth,
  })
  if (lines === null) return
  y += sizes.name * 1.4
  picture.text(lines.holder, { x: left, y, size: sizes.name, weight: 700, color: palette.ink, maxWidth })
  for (const note of [lines.score, lines.when]) {
    y += sizes.note * 1.3
    picture.text(note, { x: left, y, size: sizes.note, color: palette.muted, maxWidth })
  }
}

function drawOne(context: CardContext, name: RecordName, record: GameRecord): Drawing {
  const card = beginCard(context, { title: LABELS[name], detail: 'League record' })
  const { content, isWide, picture, palette } = card
  drawPanel(card, content, palette.gold)
  const lines = toLines(name, record)
  const middle = content.x + content.width / 2
  const sides = sidesOf(record)
  const maxWidth = content.width - 96
  const { lines: names, size: nameSize } = wrapText(lines.holder, {
    size: isWide ? 46 : 64,
    weight: 700,
    maxWidth,
  })
  const noteSize = isWide ? 28 : 40
  const namesHeight = names.length * nameSize * 1.16 + noteSize * 2.9
  const logoSide = isWide ? 84 : 150
  const valueSize = Math.min(isWide ? 190 : 300, (content.height - 56 - logoSide - namesHeight) * 1.1)
  const height = logoSide + valueSize * 0.9 + namesHeight
  let y = content.y + 8 + (content.height - height) / 2
  const rowWidth = sides.length * logoSide + (sides.length - 1) * 24
  for (const [index, team] of sides.entries())
    drawLogo(card, team, middle - rowWidth / 2 + index * (logoSide + 24), y, logoSide)
  y += logoSide + valueSize * 0.9
  const centered = { x: middle, align: 'center', maxWidth } as const
  picture.text(lines.value, { ...centered, y, size: valueSize, weight: 900, color: palette.ink })
  for (const line of names) {
    y += nameSize * 1.16
    picture.text(line, { ...centered, y, size: nameSize, weight: 700, color: palette.ink })
  }
  for (const note of [lines.score, lines.when]) {
    y += noteSize * 1.36
    picture.text(note, { ...centered, y, size: noteSize, color: palette.muted })
  }
  return picture.finish()
}

function sidesOf({ game, side }: GameRecord) {
  const holders = side === null ? [game.away, game.home] : [game[side]]
  return holders.map((each) => ({
    name: ownerOf(each),
    logo: each.team.logo,
    color: nameColor(ownerOf(each)),
  }))
}
