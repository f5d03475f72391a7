import type { ReactNode } from 'react'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useCopy } from '../../ui/overlays/use-copy.ts'
import ui from '../../ui/ui.module.css'

type Props = {
  title: string
  note: string
  text: string
  noun: string
  copyLabel?: string
  doneLabel: string
  onClose: () => void
  content?: ReactNode
  children?: ReactNode
}

export function SecretDialog({ title, note, text, noun, content, children, ...props }: Props) {
  const { copyLabel = 'Copy', doneLabel, onClose } = props
  const { copied, copy } = useCopy(text)
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <p>{note}</p>
        {content ?? (
          <p className={ui.box}>
            <code>{text}</code>
          </p>
        )}
        {copied === true ? <Notice tone="good">Copied.</Notice> : null}
        {copied === false ? <Notice tone="bad">Could not copy. Select the {noun} instead.</Notice> : null}
        <Row wraps>
          <Button onClick={copy}>{copyLabel}</Button>
          {children}
          <Button variant="strong" onClick={onClose}>
            {doneLabel}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
