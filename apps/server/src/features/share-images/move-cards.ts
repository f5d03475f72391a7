import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { type Box, type Drawing, type Palette, teamInk } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  displayName,
  drawLogo,
  drawPanel,
  formatScore,
  grid,
  playerName,
} from './card.ts'
import type { Content } from './read-card-image.ts'

type Draft = Content<'draft'>['draft']
type DraftedPick = Draft['picks'][number]

const KINDS = {
  snake: 'Snake draft',
  linear: 'Linear draft',
  auction: 'Auction',
  other: 'Draft',
} as const satisfies Record<Draft['kind'], string>

const MIN_TEXT_WIDTH = 44

export function drawDraft(context: CardContext, { draft }: Content<'draft'>): Drawing {
  const { season, kind, teams, picks } = draft
  const columns = teams.map((team) => ({ team, picks: orderPicks(kind, picks, team.team_id) }))
  const rounds = Math.max(1, ...columns.map((column) => column.picks.length))
  const card = beginCard(context, { title: `Draft ${season}`, detail: KINDS[kind] })
  const { content: box, isWide } = card
  const gap = isWide ? 4 : 6
  const width = (box.width - (columns.length - 1) * gap) / Math.max(1, columns.length)
  const logo = Math.min(width, isWide ? 40 : 56)
  const gradeHeight = teams.some(({ grade }) => grade !== null) ? (isWide ? 44 : 64) : 0
  const top = box.y + logo + gap * 2
  const space = box.y + box.height - gradeHeight - top + gap
  const shown = Math.min(rounds, Math.floor(space / ((isWide ? 22 : 40) + gap)))
  const height = Math.min(space / shown - gap, isWide ? 120 : 220)
  for (const [index, { team, picks: own }] of columns.entries()) {
    const x = box.x + index * (width + gap)
    drawLogo(card, team, x + (width - logo) / 2, box.y, logo)
    for (const [row, pick] of own.slice(0, shown).entries())
      drawPick(card, { x, y: top + row * (height + gap), width, height }, pick)
    if (team.grade === null || width < MIN_TEXT_WIDTH / 2) continue
    const y = top + shown * (height + gap) + gradeHeight * 0.72
    const size = Math.min(gradeHeight * 0.72, width * 0.6)
    card.figure(team.grade.replace('-', '−'), size, { x, y, width, align: 'center' })
  }
  return card.picture.finish()
}

function orderPicks(kind: Draft['kind'], picks: readonly DraftedPick[], teamId: number): DraftedPick[] {
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

function drawPick(card: Card, box: Box, { player, bid, is_keeper: isKeeper }: DraftedPick): void {
  const { isWide, palette, picture } = card
  const { x, y, width, height } = box
  const fill = palette[COLORS[player.position ?? ''] ?? 'muted']
  picture.rect(box, { fill: palette.raised, radius: 6 })
  picture.rect(box, { fill, radius: 6, opacity: 0.22 })
  picture.rect({ ...box, width: 5 }, { fill, radius: 3 })
  if (width < MIN_TEXT_WIDTH) return
  const size = Math.min(isWide ? 26 : 34, height * 0.5, width * 0.2)
  const within = { x: x + 10, maxWidth: width - 14 }
  const hasDetail = height >= size * 2.6
  const middle = y + height / 2 + size * 0.35
  const name = shortName(player)
  const nameLine = { ...within, y: hasDetail ? middle - size * 0.66 : middle, minSize: size * 0.8 }
  card.name(hasDetail || bid === null ? name : `$${bid} ${name}`, size, nameLine)
  if (!hasDetail) return
  const detail = [player.position, bid === null ? null : `$${bid}`, isKeeper ? 'Keeper' : null]
  const detailLine = { ...within, y: middle + size * 0.76, minSize: size * 0.7, color: palette.ink }
  card.note(detail.filter((part) => part !== null).join(' · '), size * 0.84, detailLine)
}

/** Without first names, which the cells have no space for. A defense keeps that of its team. */
function shortName({ name, player_id: playerId, position }: DraftedPick['player']): string {
  const full = displayName(playerName(name, playerId))
  const [, ...rest] = full.split(' ')
  return rest.length === 0 || position === 'D/ST' ? full : rest.join(' ')
}

type Trade = Content<'trade'>['trade']

const MAX_IN_A_ROW = 3

export function drawTrade(context: CardContext, { trade }: Content<'trade'>): Drawing {
  const { teams, season } = trade
  const week = trade.trade.week === 0 ? 'before week 1' : `week ${trade.trade.week}`
  const card = beginCard(context, { title: describeState(trade), detail: `Trade, ${week} of ${season}` })
  const isFew = teams.length <= MAX_IN_A_ROW
  const columns = card.isWide ? (isFew ? teams.length : Math.ceil(teams.length / 2)) : isFew ? 1 : 2
  const boxes = grid(card.content, teams.length, columns, 20)
  for (const [index, team] of teams.entries()) drawSide(card, boxes[index] as Box, trade, team)
  return card.picture.finish()
}

function describeState({ unavailable, is_reversed: isReversed, through_week: week }: Trade): string {
  if (unavailable === 'vetoed') return 'A vetoed trade'
  if (isReversed) return 'A trade that was undone'
  return week === null ? 'A trade' : `Who won? Through week ${week}`
}

function drawSide(card: Card, box: Box, trade: Trade, team: Trade['teams'][number]): void {
  const { palette, isWide } = card
  drawPanel(card, box, teamInk(team.color ?? null, palette))
  const isSmall = isWide || trade.teams.length > MAX_IN_A_ROW
  const padding = isSmall ? 26 : 36
  const side = isSmall ? 64 : 92
  const inner = { x: box.x + padding, width: box.width - 2 * padding }
  const top = box.y + padding + 8
  const net = trade.sides.find((each) => each.team_id === team.team_id)?.net_started
  const size = isSmall ? 50 : 76
  const netWidth =
    net === undefined
      ? 0
      : card.figure(formatNet(net), size, {
          ...inner,
          y: top + side * 0.5 + size * 0.36,
          align: 'right',
          color: net > 0 ? palette.good : net < 0 ? palette.bad : palette.ink,
          maxWidth: box.width * 0.36,
          minSize: size * 0.4,
        })
  drawLogo(card, team, inner.x, top, side)
  const beside = { x: inner.x + side + 18, maxWidth: inner.width - netWidth - side - 36 }
  const nameSize = isSmall ? 28 : 40
  const nameY = top + side * (team.owner === null ? 0.62 : 0.44)
  card.name(displayName(team.name), nameSize, { ...beside, y: nameY, minSize: nameSize * 0.7 })
  if (team.owner !== null) card.note(team.owner, nameSize * 0.72, { ...beside, y: top + side * 0.92 })
  const y = top + side + padding
  const assetsBox = { ...inner, y, height: box.y + box.height - padding - y }
  drawAssets(card, assetsBox, assetsOf(trade, team.team_id), isSmall ? [26, 36] : [34, 50])
}

type Asset = { name: string; points: number | null }

function drawAssets(
  card: Card,
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
    const line = { x, y: y + index * lineHeight + size, color: card.palette.ink }
    const figure = { ...line, x: x + width, align: 'right' } as const
    const pointsWidth = points === null ? 0 : card.figure(formatScore(points), size, figure)
    card.note(name, size, { ...line, minSize: size * 0.75, maxWidth: width - pointsWidth - 16 })
  }
}

function assetsOf({ trade, sides }: Trade, teamId: number): Asset[] {
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

function nameWithPosition({ name, position, player_id: id }: Trade['trade']['moves'][number]['player']) {
  const shown = playerName(name, id)
  return position === null || shown.endsWith(position) ? shown : `${shown}, ${position}`
}

/** Such as `+21.0` or `−4.5`. */
function formatNet(value: number): string {
  const text = formatScore(Math.abs(value))
  if (Number(text) === 0) return text
  return value < 0 ? `−${text}` : `+${text}`
}
