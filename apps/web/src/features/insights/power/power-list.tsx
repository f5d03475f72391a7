import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Link } from '../../../router/link.tsx'
import { useLocation } from '../../../router/router.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import ui from '../../../ui/ui.module.css'
import { ChartCard } from '../chart-card.tsx'
import { formatSigned } from '../format.ts'
import type { InsightTeam, TeamOf } from '../insight-view.tsx'
import type { Power, TeamPower } from '../use-insights.ts'
import { explainPower, FORMULA_NOTES, formatScore, PART_NAMES, partsOf } from './explain-power.ts'
import styles from './power-list.module.css'

type Props = { power: Power; teamOf: TeamOf }

/** The teams by rank, each with its movement, its score, and the parts of the score as a bar. */
export function PowerList({ power, teamOf }: Props) {
  const parts = partsOf(power)
  return (
    <ChartCard
      title={`Ranking after week ${power.week}`}
      note={FORMULA_NOTES[power.formula]}
      action={<Explanation title="power" figures={explainPower(power)} />}
    >
      <ul className={styles.legend} aria-hidden="true">
        {parts.map((part) => (
          <li key={part} className={styles.part} data-part={part}>
            {PART_NAMES[part]}
          </li>
        ))}
      </ul>
      <ol className={styles.list}>
        {power.teams.map((row) => (
          <PowerRow key={row.team_id} row={row} power={power} team={teamOf(row.team_id)} />
        ))}
      </ol>
    </ChartCard>
  )
}

type RowProps = { row: TeamPower; power: Power; team: InsightTeam }

function PowerRow({ row, power, team }: RowProps) {
  const { season } = useLocation()
  return (
    <li className={styles.row} data-mine={team.is_mine || undefined}>
      <span className={styles.rank}>{row.rank}</span>
      <Movement row={row} />
      <Link className={styles.team} to={{ tab: 'roster', team: row.team_id, season }}>
        <Avatar name={team.name} src={team.logo} color={team.color} />
        <span className={ui.breakable}>{team.name}</span>
      </Link>
      <PartsBar row={row} power={power} />
      <span className={styles.score}>{formatScore(power.formula, row.score)}</span>
      <Explanation title={team.name} figures={explainPower(power, row)} />
    </li>
  )
}

/** How many ranks the team has moved since the week before. */
function Movement({ row: { rank, previous_rank: previous } }: { row: TeamPower }) {
  const moved = previous === null ? 0 : previous - rank
  if (moved === 0) {
    return (
      <span className={styles.movement}>
        <Minus size={14} aria-hidden="true" />
        <span className={ui.hidden}>{previous === null ? 'First ranking' : 'Unchanged'}</span>
      </span>
    )
  }
  const Arrow = moved > 0 ? ArrowUp : ArrowDown
  return (
    <span className={`${styles.movement} ${ui.toned}`} data-tone={moved > 0 ? 'good' : 'bad'}>
      <Arrow size={14} aria-hidden="true" />
      <span aria-hidden="true">{Math.abs(moved)}</span>
      <span className={ui.hidden}>
        {moved > 0 ? 'Up' : 'Down'} {formatCount(Math.abs(moved), 'rank')}
      </span>
    </span>
  )
}

/** The parts of a score: what adds to it on the right of the line, what takes away on the left. */
function PartsBar({ row, power }: Pick<RowProps, 'row' | 'power'>) {
  const { below, above } = rangeOf(power)
  const parts = partsOf(power).map((part) => ({ part, value: row.parts[part] ?? 0 }))
  const describe = ({ part, value }: { part: string; value: number }) =>
    `${PART_NAMES[part]} ${formatSigned(value, 2)}`
  return (
    <span
      className={styles.bar}
      style={{ '--zero': below / (below + above), '--total': below + above } as CSSProperties}
    >
      <span className={ui.hidden}>{parts.map(describe).join(', ')}</span>
      <span className={styles.below} aria-hidden="true">
        {parts
          .filter(({ value }) => value < 0)
          .map((each) => (
            <Segment key={each.part} {...each} title={describe(each)} />
          ))}
      </span>
      <span className={styles.above} aria-hidden="true">
        {parts
          .filter(({ value }) => value > 0)
          .map((each) => (
            <Segment key={each.part} {...each} title={describe(each)} />
          ))}
      </span>
    </span>
  )
}

function Segment({ part, value, title }: { part: string; value: number; title: string }) {
  const style = { '--value': Math.abs(value) } as CSSProperties
  return <span className={styles.part} data-part={part} title={title} style={style} />
}

/** How far the longest bars reach to both sides. */
function rangeOf({ teams }: Power) {
  const sumOf = (team: TeamPower, sign: number) =>
    Object.values(team.parts).reduce((sum, part) => sum + Math.max(0, sign * part), 0)
  return {
    below: Math.max(0, ...teams.map((team) => sumOf(team, -1))),
    above: Math.max(0.001, ...teams.map((team) => sumOf(team, 1))),
  }
}
