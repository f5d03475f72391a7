import { PlatformMark } from '../../../ui/display/platform-mark.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import { PersonCell } from './person-cell.tsx'
import type { OwnerMerges, Person } from './use-owner-merges.ts'

type MatchedProps = {
  people: readonly Person[]
  merges: OwnerMerges['merges']
  isBusy: boolean
  onUndo: (id: number) => void
}

export function MatchedPeople({ people, merges, isBusy, onUndo }: MatchedProps) {
  const matched = people.filter(({ accounts }) => accounts.length > 1)
  const shown = new Set(matched.flatMap(({ accounts }) => accounts.map(({ merge_id: id }) => id)))
  // An account without a stored season belongs to nobody, but its merge can still be undone.
  const others = merges.filter(({ id }) => !shown.has(id))
  if (matched.length + others.length === 0) return null
  const undo = (id: number, alias: string, owner: string) => (
    <UndoButton alias={alias} owner={owner} isBusy={isBusy} onUndo={() => onUndo(id)} />
  )
  return (
    <Stack as="section" gap={3} aria-label="Merged owners">
      <h4>{formatCount(matched.length, 'person', 'people')} with several accounts</h4>
      <Grid as="ul" min={340} gap={0}>
        {matched.map((person) => (
          <li key={person.owner} className={ui.listItem}>
            <PersonCell
              person={person}
              actionsOf={({ merge_id: id, name }) => (id === null ? null : undo(id, name, person.owner))}
            />
          </li>
        ))}
        {others.map(({ id, owner, alias }) => (
          <Row as="li" key={id} isSpread gap={3} className={ui.listItem}>
            <span className={ui.breakable}>
              {alias} is merged into {owner}.
            </span>
            {undo(id, alias, owner)}
          </Row>
        ))}
      </Grid>
    </Stack>
  )
}

type UndoProps = { alias: string; owner: string; isBusy: boolean; onUndo: () => void }

function UndoButton({ alias, owner, isBusy, onUndo }: UndoProps) {
  return (
    <ConfirmButton
      label={`Undo merge of ${alias}`}
      question={`Undo the merge of ${alias}?`}
      consequence={`${alias} and ${owner} will be separate owners again.`}
      confirmLabel="Undo merge"
      disabled={isBusy}
      onConfirm={onUndo}
    >
      Undo
    </ConfirmButton>
  )
}

type UnmatchedProps = { people: readonly Person[]; onMatch: (owner: string) => void }

/** People with one account, side by side by platform. Those who played last come first. */
export function UnmatchedPeople({ people, onMatch }: UnmatchedProps) {
  const platforms = [...new Set(people.map(platformOf))].map((provider) => ({
    provider,
    members: people
      .filter((person) => platformOf(person) === provider)
      .sort((a, b) => lastSeasonOf(b) - lastSeasonOf(a)),
  }))
  return (
    <Stack as="section" gap={3} aria-label="Without a match">
      <h4>{formatCount(people.length, 'owner')} without a match</h4>
      <Grid min={340}>
        {platforms.map(({ provider, members }) => (
          <Stack key={provider} gap={2}>
            <p className={ui.muted}>
              <PlatformMark provider={provider} /> {formatCount(members.length, 'owner')}
            </p>
            <ul>
              {members.map((person) => (
                <Row as="li" key={person.owner} isSpread gap={3} className={ui.listItem}>
                  <PersonCell person={person} />
                  <Button aria-label={`Match ${person.owner}`} onClick={() => onMatch(person.owner)}>
                    Match
                  </Button>
                </Row>
              ))}
            </ul>
          </Stack>
        ))}
      </Grid>
    </Stack>
  )
}

export function platformOf({ accounts }: Person) {
  return accounts.at(-1)?.provider ?? null
}

function lastSeasonOf({ accounts }: Person): number {
  return accounts.at(-1)?.seasons.at(-1) ?? 0
}
