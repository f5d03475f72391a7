import { Link2 } from 'lucide-react'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import { PersonCell } from './person-cell.tsx'
import type { OwnerPair, Person, Suggestion } from './use-owner-merges.ts'

const CONFIDENCE_LABELS: Record<Suggestion['confidence'], string> = {
  high: 'Very likely',
  medium: 'Likely',
  low: 'Possible',
}

type Props = {
  suggestions: readonly Suggestion[]
  people: readonly Person[]
  isBusy: boolean
  onMerge: (pairs: OwnerPair[]) => void
  /** Starts to match somebody by hand. */
  onAdjust: (pair: OwnerPair) => void
}

/** Who may be the same person, with the reasons, for an admin to confirm. */
export function Suggestions({ suggestions, people, isBusy, onMerge, onAdjust }: Props) {
  const likely = suggestions.filter(({ confidence }) => confidence !== 'low')
  return (
    <section className={ui.stack12} aria-label="Suggestions">
      <div className={ui.spread}>
        <h4>{formatCount(suggestions.length, 'suggestion')}</h4>
        {likely.length < 2 ? null : (
          <ConfirmButton
            question={`Merge all ${likely.length} likely pairs?`}
            consequence="The seasons, games, and records of each pair become one person's. You can undo each merge."
            confirmLabel="Merge all"
            disabled={isBusy}
            onConfirm={() => onMerge(likely.map(toPair))}
          >
            Merge all {likely.length} likely pairs
          </ConfirmButton>
        )}
      </div>
      <Stack as="ul" gap={0} isDivided>
        {suggestions.map((suggestion) => (
          <Grid
            as="li"
            min={280}
            key={`${suggestion.owner} ${suggestion.into}`}
            style={{ padding: '12px 0' }}
          >
            <Pair suggestion={suggestion} people={people} />
            <div>
              <span className={ui.alert} data-tone={suggestion.confidence === 'low' ? 'warn' : 'good'}>
                {CONFIDENCE_LABELS[suggestion.confidence]}
              </span>
              <ul className={ui.note}>
                {suggestion.reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </div>
            <Row wraps>
              <Button
                variant="strong"
                disabled={isBusy}
                aria-label={`Same person: ${suggestion.owner} and ${suggestion.into}`}
                onClick={() => onMerge([toPair(suggestion)])}
              >
                Same person
              </Button>
              <Button
                variant="quiet"
                aria-label={`Choose somebody else for ${suggestion.owner}`}
                onClick={() => onAdjust(toPair(suggestion))}
              >
                Somebody else
              </Button>
            </Row>
          </Grid>
        ))}
      </Stack>
    </section>
  )
}

/** The account with the older seasons comes first, whichever one is kept. */
function Pair({ suggestion, people }: { suggestion: Suggestion; people: readonly Person[] }) {
  const pair = [suggestion.owner, suggestion.into]
    .flatMap((name) => people.find(({ owner }) => owner === name) ?? [])
    .sort((a, b) => firstSeasonOf(a) - firstSeasonOf(b))
  return pair.map((person, index) => (
    <Row key={person.owner}>
      {index === 0 ? null : <Link2 size={18} aria-hidden="true" />}
      <PersonCell person={person} />
    </Row>
  ))
}

function firstSeasonOf({ accounts }: Person): number {
  return accounts[0]?.seasons[0] ?? 0
}

function toPair({ owner, into }: OwnerPair): OwnerPair {
  return { owner, into }
}
