import { useQuery } from '@tanstack/react-query'
import { Loaded, MutationNotice } from '../../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Card, Row, Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { mutesQuery, useRemoveMute } from './use-moderation.ts'

export function MutesSection() {
  const mutes = useQuery(mutesQuery)
  const remove = useRemoveMute()
  return (
    <Card id="muted-people" title="Muted people" gap={3}>
      <p className={ui.note}>
        What they write is collapsed for you, and you get no notifications about their comments and likes. You
        still hear about their proposals. Nobody else sees this list.
      </p>
      <MutationNotice mutation={remove} fallback="Something went wrong." />
      <Loaded query={mutes} name="muted people" rows={1} height={44}>
        {({ mutes: people }) =>
          people.length === 0 ? (
            <p className={ui.muted}>You haven't muted anyone.</p>
          ) : (
            <Stack as="ul" gap={0} isDivided>
              {people.map(({ id, league, name, muted_at: at }) => (
                <Row as="li" key={id} isSpread gap={3}>
                  <div className={ui.breakable}>
                    <p className={ui.strong}>{name}</p>
                    <p className={ui.note}>
                      {league}, muted <RelativeTime at={at} />
                    </p>
                  </div>
                  <Button
                    aria-label={`Unmute ${name} in ${league}`}
                    disabled={remove.isPending}
                    onClick={() => remove.mutate(id)}
                  >
                    Unmute
                  </Button>
                </Row>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Card>
  )
}
