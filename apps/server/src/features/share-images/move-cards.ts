import type { getDraft } from '@fieldhouse/contract/draft'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getTrade } from '@fieldhouse/contract/transactions/transactions'
import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { type Palette, teamInk } from '../../drawing/palette.ts'
import type { Box, Drawing } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  displayName,
  drawLogo,
  drawPanel,
  formatScore,
  playerName,
} from './card.ts'

export type DraftContent = Pick<ResponseOf<typeof getDraft>, 'season' | 'kind' | 'teams' | 'picks'>

type DraftedPick = DraftContent['picks'][number]

const KINDS = {
  snake: 'Snake draft',
  linear: 'Linear draft',
  auction: 'Auction',
  other: 'Draft',
} as const satisfies Record<DraftContent['kind'], string>

/** Narrower cells have no text. */
const MIN_TEXT_WIDTH = 44

/** A column for each team with its picks, colored by position, and its grade below. Later rounds may not fit. */
export function drawDraft(context: CardContext, content: DraftContent): Drawing {
  const { season, kind, teams, picks } = content
  const columns = teams.map((team) => ({ team, picks: orderPicks(kind, picks, team.team_id) }))
  const rounds = Math.max(1, ...columns.map((column) => column.picks.length))
  const isGraded = teams.some(({ grade }) => grade !== null)
  const card = beginCard(context, { title: `Draft ${season}`, detail: KINDS[kind] })
  const { content: box, isWide, palette, picture } = card
  const gap = isWide ? 4 : 6
  const width = (box.width - (columns.length - 1) * gap) / Math.max(1, columns.length)
  const logo = Math.min(width, isWide ? 40 : 56)
  const gradeHeight = isGraded ? (isWide ? 44 : 64) : 0
  const top = box.y + logo + gap * 2
  const minHeight = isWide ? 22 : 40
  const space = box.y + box.height - gradeHeight - top
  const shown = Math.min(rounds, Math.floor((space + gap) / (minHeight + gap)))
  const height = Math.min((space + gap) / shown - gap, isWide ? 120 : 220)
  for (const [index, { team, picks: own }] of columns.entries()) {
    const x = box.x + index * (width + gap)
    drawLogo(card, team, x + (width - logo) / 2, box.y, logo)
    for (const [row, pick] of own.slice(0, shown).entries())
      drawPick(card, { x, y: top + row * (height + gap), width, height }, pick)
    if (team.grade === null || width < MIN_TEXT_WIDTH / 2) continue
    picture.text(team.grade.replace('-', '−'), {
      x: x + width / 2,
      y: top + shown * (height + gap) + gradeHeight * 0.72,
      size: Math.min(gradeHeight * 0.72, width * 0.6),
      weight: 900,
      color: palette.ink,
      align: 'center',
      maxWidth: width,
    })
  }
  return picture.finish()
}

/** The picks of a team, in an auction the most expensive first. */
function orderPicks(
  kind: DraftContent['kind'],
  picks: readonly DraftedPick[],
  teamId: number,
): DraftedPick[] {
  return picks
    .filter((pick) => pick.team_id === teamId)
    .sort((a, b) => (kind === 'auction' ? (b.bid ?? 0) - (a.bid ?? 0) : 0) || a.overall - b.overall)
}

const COLORS: Readonly<Record<string, keyof Palette>> = {
  QB: 'bad',
  RB: 'good',
  WR: 'accent',
  TE: 'warn',
}

function drawPick({ isWide, palette, picture }: Card, box: Box, pick: DraftedPick): void {
  const { x, y, width, height } = box
  const { player, bid, is_keeper: isKeeper } = pick
  const color = palette[COLORS[player.position ?? ''] ?? 'muted']
  picture.rect(box, { fill: palette.raised, radius: 6 })
  picture.rect(box, { fill: color, radius: 6, opacity: 0.22 })
  picture.rect({ ...box, width: 5 }, { fill: color, radius: 3 })
  if (width < MIN_TEXT_WIDTH) return
  const size = Math.min(isWide ? 26 : 34, height * 0.5, width * 0.2)
  const text = { x: x + 10, maxWidth: width - 14, minSize: size * 0.8 }
  const hasDetail = height >= size * 2.6
  const middle = y + height / 2 + size * 0.35
  const name = shortName(player)
  picture.text(hasDetail || bid === null ? name : `$${bid} ${name}`, {
    ...text,
    y: hasDetail ? middle - size * 0.66 : middle,
    size,
    weight: 700,
    color: palette.ink,
  })
  if (!hasDetail) return
  const detail = [player.position, bid === null ? null : `$${bid}`, isKeeper ? 'Keeper' : null]
  picture.text(detail.filter((part) => part !== null).join(' · '), {
    ...text,
    y: middle + size * 0.76,
    size: size * 0.84,
    minSize: size * 0.7,
    color: palette.ink,
  })
}

/** Without first names, which the cells have no space for. A defense keeps that of its team. */
function shortName({ name, player_id: playerId, position }: DraftedPick['player']): string {
  const full = displayName(playerName(name, playerId))
  const [, ...rest] = full.split(' ')
  return rest.length === 0 || position === 'D/ST' ? full : rest.join(' ')
}

export type TradeContent = ResponseOf<typeof getTrade>

/** More sides are drawn in two rows, or on a tall card in two columns. */
const MAX_IN_A_ROW = 3

/** What each team of a trade received, with what it got out of it so far. */
export function drawTrade(context: CardContext, content: TradeContent): Drawing {
  const { trade, teams, season } = content
  const week = trade.week === 0 ? 'before week 1' : `week ${trade.week}`
  const card = beginCard(context, {
    title: describeState(content),
    detail: `Trade, ${week} of ${season}`,
  })
  const isFew = teams.length <= MAX_IN_A_ROW
  const columns = card.isWide ? (isFew ? teams.length : Math.ceil(teams.length / 2)) : isFew ? 1 : 2
  const rows = Math.ceil(teams.length / columns)
  const gap = 20
  const width = (card.content.width - (columns - 1) * gap) / columns
  const height = (card.content.height - (rows - 1) * gap) / rows
  for (const [index, team] of teams.entries()) {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const box = {
      x: card.content.x + column * (width + gap),
      y: card.content.y + row * (height + gap),
      width,
      height,
    }
    drawSide(card, box, content, team)
  }
  return card.picture.finish()
}

function describeState({ unavailable, is_reversed: isReversed, through_week: week }: TradeContent): string {
  if (unavailable === 'vetoed') return 'A vetoed trade'
  if (isReversed) return 'A trade that was undone'
  return week === null ? 'A trade' : `Who won? Through week ${week}`
}

function drawSide(card: Card, box: Box, content: TradeContent, team: TradeContent['teams'][number]): void {
  const { picture, palette, isWide } = card
  drawPanel(card, box, teamInk(team.color ?? null, palette))
  const isSmall = isWide || content.teams.length > MAX_IN_A_ROW
  const padding = isSmall ? 26 : 36
  const side = isSmall ? 64 : 92
  const [left, top, right] = [box.x + padding, box.y + padding + 8, box.x + box.width - padding]
  const result = content.sides.find((each) => each.team_id === team.team_id)
  const size = isSmall ? 50 : 76
  const netWidth =
    result === undefined
      ? 0
      : picture.text(formatNet(result.net_started), {
          x: right,
          y: top + side * 0.5 + size * 0.36,
          size,
          weight: 900,
          color: result.net_started > 0 ? palette.good : result.net_started < 0 ? palette.bad : palette.ink,
          align: 'right',
          maxWidth: box.width * 0.36,
          minSize: size * 0.4,
        })
  drawLogo(card, team, left, top, side)
  const name = { x: left + side + 18, maxWidth: right - netWidth - 18 - (left + side + 18) }
  const nameSize = isSmall ? 28 : 40
  const nameY = top + side * (team.owner === null ? 0.62 : 0.44)
  picture.text(displayName(team.name), {
    ...name,
    y: nameY,
    size: nameSize,
    minSize: nameSize * 0.7,
    weight: 700,
    color: palette.ink,
  })
  if (team.owner !== null)
    picture.text(team.owner, { ...name, y: top + side * 0.92, size: nameSize * 0.72, color: palette.muted })
  const y = top + side + padding
  const assets = { x: left, y, width: right - left, height: box.y + box.height - padding - y }
  drawAssets(card, assets, assetsOf(content, team.team_id), isSmall ? [26, 36] : [34, 50])
}

type Asset = { name: string; points: number | null }

/** As many as there is space for; few of them in larger type. */
function drawAssets(
  { picture, palette }: Card,
  { x, y, width, height }: Box,
  assets: readonly Asset[],
  [minSize, maxSize]: [min: number, max: number],
): void {
  const fitting = height / Math.max(1, assets.length) / 1.62
  const size = Math.min(maxSize, Math.max(minSize, fitting))
  const lineHeight = size * 1.62
  const space = Math.max(2, Math.floor(height / lineHeight))
  const shown = assets.length > space ? assets.slice(0, space - 1) : assets
  const hidden = assets.length - shown.length
  const lines = hidden === 0 ? shown : [...shown, { name: `and ${hidden} more`, points: null }]
  for (const [index, { name, points }] of lines.entries()) {
    const line = { y: y + index * lineHeight + size, size, color: palette.ink }
    const figure = { ...line, x: x + width, weight: 900, align: 'right' } as const
    const pointsWidth = points === null ? 0 : picture.text(formatScore(points), figure)
    picture.text(name, { ...line, x, minSize: size * 0.75, maxWidth: width - pointsWidth - 16 })
  }
}

/** The received players with their points as starters, then draft picks and budget. */
function assetsOf({ trade, sides }: TradeContent, teamId: number): Asset[] {
  const received = sides.find((side) => side.team_id === teamId)?.received ?? []
  const isReceived = ({ to_team_id: to }: { to_team_id: number | null }) => to === teamId
  return [
    ...trade.moves.filter(isReceived).map(({ player }) => ({
      name: nameWithPosition(player),
      points: received.find((each) => each.player_id === player.player_id)?.started ?? null,
    })),
    ...trade.picks.filter(isReceived).map(({ season, round, original_team: from }) => ({
      name: `${season} ${formatOrdinal(round)}-round pick (${displayName(from)})`,
      points: null,
    })),
    ...trade.budget.filter(isReceived).map(({ amount }) => ({ name: `$${amount} FAAB`, points: null })),
  ]
}

/** Such as `Ned Castle, RB`. The name of a defense says what it is. */
function nameWithPosition({
  name,
  position,
  player_id: playerId,
}: TradeContent['trade']['moves'][number]['player']): string {
  const shown = playerName(name, playerId)
  return position === null || shown.endsWith(position) ? shown : `${shown}, ${position}`
}

/** Such as `+21.0` or `−4.5`. */
function formatNet(value: number): string {
  const text = formatScore(Math.abs(value))
  if (Number(text) === 0) return text
  return value < 0 ? `−${text}` : `+${text}`
}
