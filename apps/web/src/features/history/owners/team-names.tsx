import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import { useShortList } from '../../../ui/layout/short-list.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../history.module.css'
import { Section } from '../section.tsx'
import type { TeamName } from '../use-history.ts'

/** Source: specification, 9 "Team Name Legacy". */
const MAX_SHOWN = 24

type Props = { names: readonly TeamName[] }

/** All team names ever used in the league. */
export function TeamNames({ names }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const short = useShortList(names.length)
  const shown = isExpanded ? names : names.slice(0, MAX_SHOWN)
  return (
    <Section title="Team Name Legacy">
      {names.length === 0 ? (
        <EmptyState hint="Team names show up here once a season is stored.">No team names yet.</EmptyState>
      ) : (
        <Grid as="ul" min={160} gap={3} className={isExpanded ? undefined : short.className}>
          {shown.map(({ name, years, titles, first_year: first, last_year: last, owners }) => (
            <Stack as="li" key={name} gap={0}>
              <Row gap={1} className={styles.gold}>
                <Text weight={600} isTitle lines={1} title={name}>
                  {name}
                </Text>
                {titles === 0 ? null : (
                  <>
                    <Trophy size={14} aria-hidden="true" />
                    <span className={ui.hidden}>{formatCount(titles, 'title')}</span>
                  </>
                )}
              </Row>
              <span className={ui.note}>
                {formatCount(years, 'season')}, {first === last ? first : `${first}–${last}`}
              </span>
              <Text size="s" tone="muted" lines={1}>
                {owners.join(', ')}
              </Text>
            </Stack>
          ))}
        </Grid>
      )}
      {shown.length < names.length ? (
        <div>
          <Button onClick={() => setExpanded(true)}>Show all {names.length}</Button>
        </div>
      ) : isExpanded ? null : (
        short.more
      )}
    </Section>
  )
}
