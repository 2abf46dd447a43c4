import { networkInterfaces } from 'node:os';

/** An address at which another machine would reach this one; undefined without a network. */
export const [OUTSIDE_ADDRESS] = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address);
