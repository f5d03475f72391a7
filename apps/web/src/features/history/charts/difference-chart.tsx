import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { sideColorStyle } from '../../../theme/team-color.ts'
import styles from '../../../ui/charts/charts.module.css'
import { AxisLabels, CHART_MARGIN, GridLines, Plot } from '../../../ui/charts/plot.tsx'
import { formatFinalScores, formatPoints } from '../../../ui/format/format.ts'
import { formatGameWeek } from '../game-row.tsx'
import { useHistoryContext } from '../history-context.ts'
import { type RivalryGame, toRivalrySeasons } from '../rivalry.ts'

const HEIGHT = 220

export function DifferenceChart({ a, b, games }: { a: string; b: string; games: readonly RivalryGame[] }) {
  const { getColor } = useHistoryContext()
  const seasons = toRivalrySeasons(games)
  return (
    <Plot
      title="Point differential over time"
      summary={describeDifference(a, b, games.at(-1)?.pointDifference ?? 0)}
      note={`Above 0: ${a} leads in total points. Below 0: ${b} leads.`}
      height={HEIGHT}
      points={(width) => {
        const { x, y } = scalesOf(games, width)
        return games.map(({ game, ownScore, opponentScore, outcome, pointDifference }, index) => ({
          x: x(index + 1),
          y: y(pointDifference),
          title: formatGameWeek(game),
          lines: [
            `${OUTCOMES[outcome]} ${formatFinalScores(ownScore, opponentScore).join('–')}`,
            `Total ${formatSigned(pointDifference)}`,
          ],
        }))
      }}
      columns={['Season', `${a}'s record`, 'Total point differential']}
      rows={seasons.map((season) => [
        season.season,
        formatRecord(season),
        formatSigned(season.pointDifference),
      ])}
    >
      {(width) => (
        <g style={sideColorStyle({ color: getColor(a) }, { color: getColor(b) })}>
          <ChartContent width={width} games={games} />
        </g>
      )}
    </Plot>
  )
}

const OUTCOMES = { won: 'Won', lost: 'Lost', tied: 'Tied' } as const

/** The difference before the first game is 0. */
function differencesOf(games: readonly RivalryGame[]): number[] {
  return [0, ...games.map(({ pointDifference }) => pointDifference)]
}

function scalesOf(games: readonly RivalryGame[], width: number) {
  const differences = differencesOf(games)
  return {
    x: scaleLinear([0, games.length], [CHART_MARGIN.left + 14, width - CHART_MARGIN.right]),
    y: scaleLinear(
      [Math.min(...differences), Math.max(...differences, 1)],
      [HEIGHT - CHART_MARGIN.bottom - 8, CHART_MARGIN.top],
    ).nice(),
  }
}

function ChartContent({ width, games }: { width: number; games: readonly RivalryGame[] }) {
  const differences = differencesOf(games)
  const { x, y } = scalesOf(games, width)
  const last = games.length
  const xOf = (_: number, index: number) => x(index)
  const paths = (
    <>
      <path className={styles.area} d={area(xOf, y(0), y)(differences) ?? undefined} />
      <path className={styles.mainLine} d={line(xOf, y)(differences) ?? undefined} />
    </>
  )
  return (
    <>
      <GridLines values={y.ticks(4)} y={y} width={width} formatValue={formatSigned} />
      <line
        className={styles.zeroLine}
        x1={CHART_MARGIN.left}
        x2={width - CHART_MARGIN.right}
        y1={y(0)}
        y2={y(0)}
      />
      <Half from={0} to={y(0)} color="var(--away-color)">
        {paths}
      </Half>
      <Half from={y(0)} to={HEIGHT} color="var(--home-color)">
        {paths}
      </Half>
      <g style={colorStyle((differences[last] ?? 0) < 0 ? 'var(--home-color)' : 'var(--away-color)')}>
        <circle className={styles.dot} cx={x(last)} cy={y(differences[last] ?? 0)} r={5} />
      </g>
      <AxisLabels
        labels={games.flatMap(({ game: { season } }, index) =>
          games[index - 1]?.game.season === season ? [] : [{ at: index + 1, text: String(season) }],
        )}
        x={x}
        y={HEIGHT - 6}
      />
    </>
  )
}

type HalfProps = { from: number; to: number; color: string; children: ReactNode }

function Half({ from, to, color, children }: HalfProps) {
  const id = useId()
  return (
    <g clipPath={`url(#${id})`} style={colorStyle(color)}>
      <clipPath id={id}>
        <rect x={0} y={from} width="100%" height={to - from} />
      </clipPath>
      {children}
    </g>
  )
}

function colorStyle(color: string): CSSProperties {
  return { '--team-color': color, '--team-fill': color } as CSSProperties
}

function formatSigned(value: number): string {
  return `${value > 0 ? '+' : ''}${formatPoints(value).replace(/\.0$/, '')}`
}

function describeDifference(a: string, b: string, difference: number): string {
  if (difference === 0) return `${a} and ${b} are tied in total points.`
  const [leader, trailer] = difference > 0 ? [a, b] : [b, a]
  return `${leader} leads ${trailer} by ${formatPoints(Math.abs(difference))} total points.`
}
