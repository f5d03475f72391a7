import { type CSSProperties, useState } from 'react'
import { Link } from '../../router/link.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { TeamCell } from '../../ui/display/team-cell.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './draft.module.css'
import { type Draft, type DraftPick, type DraftTeam, formatSpot, formatValue } from './use-draft.ts'

/** Rounds × teams; on a phone, one round at a time. */
export function DraftBoard({ draft: { picks, teams } }: { draft: Draft }) {
  const rounds = [...new Set(picks.map(({ round }) => round))].sort((a, b) => a - b)
  const [chosen, setChosen] = useState(rounds[0] ?? 1)
  const shown = rounds.includes(chosen) ? chosen : (rounds[0] ?? 1)
  const columnOf = (pick: DraftPick) => teams.findIndex((team) => team.team_id === pick.team_id) + 1
  return (
    <>
      <Row align="end" className={styles.rounds}>
        <SelectField
          label="Round"
          options={rounds.map((round) => ({ value: String(round), label: `Round ${round}` }))}
          value={String(shown)}
          onChange={(round) => setChosen(Number(round))}
        />
        <Button
          disabled={shown === rounds.at(-1)}
          onClick={() => setChosen(rounds[rounds.indexOf(shown) + 1] ?? shown)}
        >
          Next round
        </Button>
      </Row>
      <div className={styles.scroll}>
        <Stack gap={1} className={styles.board} style={{ '--teams': teams.length } as CSSProperties}>
          <div className={styles.heads} aria-hidden="true">
            {teams.map(({ team_id: id, name, logo, color }) => (
              <span key={id} title={name}>
                <Avatar name={name} src={logo} color={color} size="xs" />
                <Text lines={2}>{name}</Text>
              </span>
            ))}
          </div>
          {rounds.map((round) => (
            <section
              key={round}
              className={styles.round}
              data-chosen={round === shown}
              aria-label={`Round ${round}`}
            >
              <Text as="h3" size="s" tone="muted">
                Round {round}
              </Text>
              <ol className={styles.picks}>
                {picks
                  .filter((pick) => pick.round === round)
                  .map((pick) => (
                    <li key={pick.overall} style={{ '--column': columnOf(pick) } as CSSProperties}>
                      <PickCard pick={pick} team={teams.find((team) => team.team_id === pick.team_id)} />
                    </li>
                  ))}
              </ol>
            </section>
          ))}
        </Stack>
      </div>
    </>
  )
}

/** The picks of each team, in an auction the most expensive first. */
export function DraftByTeam({ draft: { kind, picks, teams } }: { draft: Draft }) {
  const order = (a: DraftPick, b: DraftPick) =>
    kind === 'auction' ? (b.bid ?? 0) - (a.bid ?? 0) || a.overall - b.overall : a.overall - b.overall
  return (
    <Grid min={220} gap={5}>
      {teams.map((team) => (
        <Stack as="section" key={team.team_id} gap={2} aria-label={team.name}>
          <h3>
            <TeamCell team={team} size="xs" wraps />
          </h3>
          <Stack as="ol" gap={1}>
            {picks
              .filter((pick) => pick.team_id === team.team_id)
              .sort(order)
              .map((pick) => (
                <li key={pick.overall}>
                  <PickCard pick={pick} />
                </li>
              ))}
          </Stack>
        </Stack>
      ))}
    </Grid>
  )
}

const MARKS = { steal: 'Steal', bust: 'Bust' } as const

/** `team` is shown on a phone only, where the board has no columns. */
function PickCard({ pick, team }: { pick: DraftPick; team?: DraftTeam | undefined }) {
  const { player, points, value, mark, is_keeper: isKeeper, overall } = pick
  return (
    <Stack as="article" gap={0} className={styles.pick} data-position={player.position ?? 'other'}>
      <Row as="p" gap={1} wraps>
        <strong>{player.position ?? '—'}</strong>
        <span title={`Pick ${overall}`}>{formatSpot(pick)}</span>
        {isKeeper ? <strong>Keeper</strong> : null}
        {mark === null ? null : (
          <Text weight={700} tone={mark === 'steal' ? 'good' : 'bad'}>
            {MARKS[mark]}
          </Text>
        )}
      </Row>
      <Link to={{ player: player.player_id }} className={styles.name}>
        {player.name}
      </Link>
      <Row as="p" gap={1} wraps>
        {points === null ? null : <Text tone="muted">{formatPoints(points)} pts</Text>}
        {value === null ? null : (
          <Text
            weight={600}
            tone={value > 0 ? 'good' : value < 0 ? 'bad' : undefined}
            title="Points beyond expectation"
          >
            {formatValue(value)}
          </Text>
        )}
      </Row>
      {team === undefined ? null : (
        <Text tone="muted" lines={1} className={ui.phoneOnly}>
          {team.name}
        </Text>
      )}
    </Stack>
  )
}
