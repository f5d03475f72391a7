import { useNow } from '../../api/page-environment.ts'
import { formatAppointment, formatRemaining } from '../../ui/format/date-time.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'

/** When a draft that is still to come begins, for the overview. Contains no links. */
export function DraftDate({ draftAt }: { draftAt: string }) {
  const now = useNow()
  const date = new Date(draftAt)
  const remaining = formatRemaining(date, now)
  return (
    <Row wraps align="baseline" gap={3}>
      <Text size="xl" weight={700} isTitle>
        <time dateTime={draftAt}>{formatAppointment(date, now)}</time>
      </Text>
      <p className={ui.note}>
        {remaining === null
          ? 'The picks and rosters appear once the league has been refreshed after the draft.'
          : `${remaining}, in your time zone`}
      </p>
    </Row>
  )
}
