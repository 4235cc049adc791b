package dev.reprise.trial;

/** Whose connections a scenario is run with. */
interface Side {

  Side STOCK = StockEquipment::new;
  Side REPRISE = RepriseEquipment::new;

  Equipment equip(World world);
}
