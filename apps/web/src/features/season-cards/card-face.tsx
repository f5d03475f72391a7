import { Link } from '../../router/link.tsx'
import { teamColorStyle } from '../../theme/team-color.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { type ExplainedFigure, Explanation } from '../../ui/overlays/explanation.tsx'
import { explainPositions, explainReport } from '../insights/grades/read-grades.ts'
import styles from './season-cards.module.css'
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
  teams: readonly CardTeam[]
}

export function CardFace({ card, season, teams }: Props) {
  const [team] = teams
  const figures = EXPLANATIONS[card.kind]
  return (
    <Stack gap={2} className={styles.card} style={teamColorStyle(team?.color)}>
      <header>
        <Text as="h3" size="xl">
          {card.title}
        </Text>
        <p>
          {season} · {card.weeks}
        </p>
      </header>
      <div className={card.chart === null ? styles.picture : undefined}>
        {card.chart === null ? (
          teams
            .slice(0, MAX_LOGOS)
            .map(({ team_id: id, name, logo, color }) => (
              <Avatar key={id} name={name} src={logo} size="l" color={color} />
            ))
        ) : (
          <Bars chart={card.chart} label={card.text} />
        )}
      </div>
      <div>
        <p className={styles.value} data-long={card.value.length > MAX_SHORT || undefined}>
          {card.value}
        </p>
        <Text as="p" size="l">
          {card.caption}
        </Text>
        {team === undefined || teams.length > 1 ? null : (
          <p>
            <strong>{team.name}</strong>
            {team.owner === null ? null : ` · ${team.owner}`}
          </p>
        )}
      </div>
      <div>
        {figures === undefined ? null : (
          <Row isSpread>
            <span>How it is graded</span>
            <Explanation title={card.title.toLowerCase()} figures={figures} />
          </Row>
        )}
        <dl>
          {card.facts.map((fact) => (
            <div key={fact.label} className={styles.fact}>
              <dt>{fact.label}</dt>
              <Text as="dd" size="l" weight={700} isTitle>
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
              </Text>
              {fact.note === null ? null : <dd className={styles.note}>{fact.note}</dd>}
            </div>
          ))}
        </dl>
      </div>
    </Stack>
  )
}

function Bars({ chart, label }: { chart: NonNullable<SeasonCard['chart']>; label: string }) {
  const [first, second] = chart.lines
  const shareOf = (value: number) => (chart.unit === 'rank' ? (chart.max - value + 1) / chart.max : value)
  const points = first?.points ?? []
  return (
    <figure>
      <Row gap={1} align="end" className={styles.bars} role="img" aria-label={label}>
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
      </Row>
      <Row as="span" isSpread>
        <Text size="s">Week {points[0]?.week}</Text>
        <Text size="s">
          {second === undefined
            ? 'Higher is better'
            : `Light bars: ${first?.name.toLowerCase()}; solid bars: ${second.name.toLowerCase()}`}
        </Text>
        <Text size="s">Week {points.at(-1)?.week}</Text>
      </Row>
    </figure>
  )
}
