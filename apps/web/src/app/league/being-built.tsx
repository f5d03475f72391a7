import { Empty } from '../../ui/empty.tsx'

export function BeingBuilt() {
  return <Empty>This tab is being built.</Empty>
}
