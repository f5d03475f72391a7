import { execFileSync } from 'node:child_process'

type Device = {
  address: string
  /** Prepended to a command, it runs on the device. */
  commandPrefix: readonly string[]
}

/** Two devices of one network, as network namespaces. */
export type HomeNetwork = { computer: Device; phone: Device; close: () => void }

/** Returns null where network namespaces cannot be created, which requires root. */
export function createHomeNetwork(): HomeNetwork | null {
  const names = ['computer', 'phone'].map((name) => `fieldhouse-${name}-${process.pid}`)
  const [computer = '', phone = ''] = names
  const [address, phoneAddress] = ['192.168.77.1', '192.168.77.2']
  const ip = (command: string) => execFileSync('ip', command.split(' '), { stdio: 'ignore' })
  const close = () => {
    for (const name of names) ip(`netns delete ${name}`)
  }
  try {
    for (const name of names) ip(`netns add ${name}`)
  } catch {
    return null
  }
  try {
    // The name of a real interface: `--lan` leaves out those of virtual networks.
    ip(`link add eth0 netns ${computer} type veth peer name eth0 netns ${phone}`)
    ip(`-n ${computer} address add ${address}/24 dev eth0`)
    ip(`-n ${phone} address add ${phoneAddress}/24 dev eth0`)
    for (const name of names) for (const device of ['lo', 'eth0']) ip(`-n ${name} link set ${device} up`)
  } catch (error) {
    close()
    throw error
  }
  const prefixOf = (name: string) => ['ip', 'netns', 'exec', name]
  return {
    computer: { address, commandPrefix: prefixOf(computer) },
    phone: { address: phoneAddress, commandPrefix: prefixOf(phone) },
    close,
  }
}
