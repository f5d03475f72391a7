import { Link } from '../../router/link.tsx'
import { teamColorStyle } from '../../theme/team-color.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { type ExplainedFigure, Explanation } from '../../ui/overlays/explanation.tsx'
import { explainPositions, explainReport } from '../insights/grades/read-grades.ts'
import styles from './card-face.module.css'
import type { CardTeam, SeasonCard } from './use-season-cards.ts'

/** More logos than these say less than their names. */
const MAX_LOGOS = 6

/** A longer value is a name. */
const MAX_SHORT = 12

/** Of the cards whose letters need one. */
const EXPLANATIONS: Partial<Record<SeasonCard['kind'], readonly ExplainedFigure[]>> = {
  positions: explainPositions(),
  report_card: explainReport(),
}

type Props = {
  card: SeasonCard
  season: number
  /** The teams that hold the value. */
  teams: readonly CardTeam[]
}

/** A card of a season: whose it is and one large value in the team's color, and what it comes from. */
export function CardFace({ card, season, teams }: Props) {
  const [team] = teams
  const figures = EXPLANATIONS[card.kind]
  return (
    <div className={styles.card} style={teamColorStyle(team?.color)}>
      <div className={styles.hero}>
        <header className={styles.header}>
          <h3 className={styles.title}>{card.title}</h3>
          <p className={styles.weeks}>
            {season} · {card.weeks}
          </p>
        </header>
        <p className={styles.value} data-long={card.value.length > MAX_SHORT || undefined}>
          {card.value}
        </p>
        <p className={styles.caption}>{card.caption}</p>
        <div className={styles.teams}>
          {teams.slice(0, MAX_LOGOS).map(({ team_id: id, name, logo, color }) => (
            <span key={id} className={styles.logo}>
              <Avatar name={name} src={logo} size="m" color={color} />
            </span>
          ))}
          {team === undefined || teams.length > 1 ? null : (
            <p className={styles.team}>
              <span className={styles.name}>{team.name}</span>
              {team.owner === null ? null : <span className={styles.owner}>{team.owner}</span>}
            </p>
          )}
        </div>
      </div>
      <div className={styles.details}>
        {figures === undefined ? null : (
          <div className={styles.explanation}>
            <span>How it is graded</span>
            <Explanation title={card.title.toLowerCase()} figures={figures} />
          </div>
        )}
        {card.chart === null ? null : <Bars chart={card.chart} label={card.text} />}
        {card.facts.length === 0 ? null : (
          <dl className={styles.facts}>
            {card.facts.map((fact) => (
              <div key={fact.label} className={styles.fact}>
                <dt>{fact.label}</dt>
                <dd className={styles.figure}>
                  {fact.game === null ? (
                    fact.value
                  ) : (
                    <Link
                      to={{ tab: 'scoreboard', season, week: fact.game.week, game: fact.game.game_id }}
                      label={`${fact.value}, open the game`}
                    >
                      {fact.value}
                    </Link>
                  )}
                </dd>
                {fact.note === null ? null : <dd className={styles.note}>{fact.note}</dd>}
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  )
}

/** A bar for each week. A second line stands in front of the first one. */
function Bars({ chart, label }: { chart: NonNullable<SeasonCard['chart']>; label: string }) {
  const [first, second] = chart.lines
  const shareOf = (value: number) => (chart.unit === 'rank' ? (chart.max - value + 1) / chart.max : value)
  const points = first?.points ?? []
  return (
    <figure className={styles.chart}>
      <div className={styles.bars} role="img" aria-label={label}>
        {points.map(({ week, value }, index) => {
          const front = second?.points[index]?.value
          return (
            <span key={week} className={styles.column}>
              <span
                className={styles.bar}
                data-behind={second === undefined ? undefined : true}
                style={{ height: `${shareOf(value) * 100}%` }}
              />
              {front === undefined ? null : (
                <span className={styles.bar} style={{ height: `${shareOf(front) * 100}%` }} />
              )}
            </span>
          )
        })}
      </div>
      <figcaption className={styles.axis}>
        <span>Week {points[0]?.week}</span>
        <span>
          {second === undefined
            ? 'Higher is better'
            : `Light bars: ${first?.name.toLowerCase()}; solid bars: ${second.name.toLowerCase()}`}
        </span>
        <span>Week {points.at(-1)?.week}</span>
      </figcaption>
    </figure>
  )
}
