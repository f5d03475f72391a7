import { type ReactNode, useId } from 'react'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'

type Props = {
  title: string
  note: ReactNode
  action?: ReactNode
  children: ReactNode
}

export function ChartCard({ title, note, action, children }: Props) {
  const id = useId()
  return (
    <Stack as="section" gap={2} className={ui.card} aria-labelledby={id}>
      <div>
        <Row isSpread>
          <Text as="h3" size="l" id={id}>
            {title}
          </Text>
          {action}
        </Row>
        <p className={ui.note}>{note}</p>
      </div>
      {children}
    </Stack>
  )
}
