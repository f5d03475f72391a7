import { Fill, Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import type { InsightTeam, TeamOf } from '../insight-view.tsx'
import { OddsNumber, ShareBar, StatusBadge } from './odds.tsx'
import { describeMagicNumber, formatChange, provenOutcome } from './race-format.ts'
import { lossText, rootingInterests, stakesOf, winText } from './stakes.ts'
import type { Race, TeamRace } from './use-race.ts'

type Props = {
  race: Race
  team: TeamRace
  info: InsightTeam
  teamOf: TeamOf
  /** The odds a week earlier; null if there are none. */
  lastWeek: number | null
}

/** The answer for the reader's own team: the odds, what the next game decides, and whom to root for. */
export function MyRace({ race, team, info, teamOf, lastWeek }: Props) {
  const change = team.odds === null || lastWeek === null ? null : formatChange(team.odds.playoffs, lastWeek)
  const stakes = team.proven ? null : stakesOf(race, team.team_id)
  const interests = team.proven ? [] : rootingInterests(race, team.team_id)
  const messages = [...team.scenarios, describeMagicNumber(team)].filter((text) => text !== null)
  return (
    <section className={ui.card} aria-label={`The race of ${info.name}`}>
      <Grid min={280}>
        <Stack gap={1}>
          <Text as="p" size="l" weight={700} isTitle>
            {info.name}
          </Text>
          <Row gap={3} wraps>
            <OddsNumber team={team} size="l" />
            <StatusBadge team={team} />
          </Row>
          <p className={ui.note}>
            {describePlace(team)}
            {change === null ? null : `, ${change} since last week`}
          </p>
          {messages.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Stack>
        {stakes === null ? null : (
          <Stack gap={2}>
            <Text as="h3" size="m">
              Week {stakes.week}
            </Text>
            <Result name="With a win" text={winText(stakes)} share={stakes.win} />
            <Result name="With a loss" text={lossText(stakes)} share={stakes.loss} />
          </Stack>
        )}
        {interests.length === 0 ? null : (
          <Stack gap={1}>
            <Text as="h3" size="m">
              Root for
            </Text>
            <ul>
              {interests.map(({ winner, loser, gain }) => (
                <Row as="li" key={winner} align="baseline">
                  <Fill>
                    <strong>{teamOf(winner).name}</strong> over {teamOf(loser).name}
                  </Fill>{' '}
                  <Text tone="good" weight={600} isNumeric>
                    +{Math.round(gain * 100)}
                  </Text>
                </Row>
              ))}
            </ul>
          </Stack>
        )}
      </Grid>
    </section>
  )
}

function describePlace(team: TeamRace): string {
  const outcome = provenOutcome(team)
  if (outcome !== null) return outcome === 'in' ? 'in the playoffs' : 'of the playoffs'
  return team.odds === null ? 'No odds yet' : 'to make the playoffs'
}

/** The playoff odds after a result. */
function Result({ name, text, share }: { name: string; text: string; share: number | null }) {
  const outcome = text === 'In' ? 'in' : text === 'Out' ? 'out' : 'open'
  return (
    <div>
      <Row isSpread>
        <span>{name}</span>{' '}
        <Text
          size="l"
          weight={700}
          isNumeric
          tone={outcome === 'in' ? 'good' : outcome === 'out' ? 'bad' : undefined}
        >
          {text}
        </Text>
      </Row>
      <ShareBar place={outcome} share={outcome === 'in' ? 1 : (share ?? 0)} />
    </div>
  )
}
